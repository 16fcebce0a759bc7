/// Whether the rest of a body is wanted.
package enum HTTPBodyVerdict: Sendable {
    /// Go on.
    case proceed
    /// Close the transfer; it ends with an error of kind `cancelled`.
    case stop
}

/// What becomes of a piece of a body.
package enum HTTPPieceVerdict: Sendable {
    /// It was taken; go on.
    case proceed
    /// It was not taken. The server is kept waiting until `HTTPTransfer.resume()`; then its bytes come again.
    case pause
    /// Close the transfer; it ends with an error of kind `cancelled`.
    case stop
}

/// Who is told what a transfer brings. All calls come on the network thread, in this order, and must not block.
package protocol HTTPHandler: AnyObject, Sendable {
    /// The head of the final answer has come; not called for redirects. Says whether its body is wanted.
    func didReceive(response: HTTPResponse) -> HTTPBodyVerdict
    /// A piece of the body of `transfer` has come, at least one byte; it is gone after the call.
    func didReceive(body: RawSpan, of transfer: HTTPTransfer) -> HTTPPieceVerdict
    /// The transfer is over, by itself (`nil`) or not. Called exactly once, and last.
    func didEnd(_ error: NetworkError?)
}
