/// The handle of a transfer that was started; dropping it does not end the transfer.
package struct HTTPTransfer: Sendable {
    let id: Int
    private let mailbox: NetworkMailbox

    init(id: Int, mailbox: NetworkMailbox) {
        self.id = id
        self.mailbox = mailbox
    }

    /// Ends the transfer soon; its handler is told so with an error of kind `cancelled`, unless it has ended by then.
    ///
    /// From any thread, as often as one likes.
    package func cancel() {
        _ = mailbox.post(.cancel(id: id))
    }

    /// Goes on with a body whose last piece was answered with `HTTPPieceVerdict.pause`; does nothing otherwise.
    ///
    /// From any thread, as often as one likes.
    package func resume() {
        _ = mailbox.post(.resume(id: id))
    }
}
