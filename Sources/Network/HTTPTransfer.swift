/// The handle of a transfer that was started; dropping it does not end the transfer.
package struct HTTPTransfer: Sendable {
    /// Tells it from every other of its transport.
    package let id: Int
    private let control: any HTTPTransferControl

    /// The handle of the transfer `id`, which `control` rules.
    package init(id: Int, control: any HTTPTransferControl) {
        self.id = id
        self.control = control
    }

    /// Ends the transfer soon; its handler is told so with an error of kind `cancelled`, unless it has ended by then.
    ///
    /// From any thread, as often as one likes.
    package func cancel() { control.cancel(id) }

    /// Goes on with a body whose last piece was answered with `HTTPPieceVerdict.pause`; does nothing otherwise.
    ///
    /// From any thread, as often as one likes.
    package func resume() { control.resume(id) }
}
