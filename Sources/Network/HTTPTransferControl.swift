/// Takes what is asked of the transfers of one transport, by their numbers.
///
/// From any thread, as often as one likes; nothing happens when the transfer has ended.
package protocol HTTPTransferControl: Sendable {
    /// Ends a transfer soon.
    func cancel(_ id: Int)

    /// Goes on with a body whose last piece was answered with `HTTPPieceVerdict.pause`.
    func resume(_ id: Int)
}
