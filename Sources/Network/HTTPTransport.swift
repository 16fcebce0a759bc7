/// Carries transfers from outside to their handlers: the network thread, or what a test puts in its place.
///
/// Its owner must call `shutdown()` before dropping it.
package protocol HTTPTransport: Sendable {
    /// Starts a transfer; `handler` is kept until it has been told the end, which it always is.
    ///
    /// From any thread. The handler's calls come one at a time, and never from within `start`; only after `shutdown()`
    /// it is told at once, on the calling thread, that the transfer was cancelled.
    func start(_ request: HTTPRequest, handler: any HTTPHandler) -> HTTPTransfer

    /// Cancels every transfer, tells the handlers, and returns when none is called any more. May be called repeatedly.
    func shutdown() async
}
