/// Decides whether a server that sends faster than is played is made to wait. Pure.
///
/// A live stream never comes to that while it is played; a file on a server comes as fast as the line allows. What we do
/// not take waits in the kernel and then at the server, so that nothing is lost and memory stays bounded.
struct FlowControl: Sendable {
    /// When the body is taken again: no more than `ahead` bytes lie ahead of the reader, and there is `room` for so many.
    struct Wait: Hashable, Sendable {
        var ahead: Int
        var room: Int
    }

    /// So many bytes of a resource with an end may lie ahead of the reader: four minutes at 128 kbit/s.
    static let mostAhead = 4 << 20
    /// How much is taken at once after a wait: eight seconds at 128 kbit/s, so that no server takes us for dead.
    static let step = 128 << 10

    /// Whether the resource has an end.
    let isFinite: Bool
    /// Bytes that the buffer may hold.
    let limit: Int

    /// What to wait for before the next `count` bytes are taken; `nil` to take them now, whether they fit or not.
    ///
    /// The buffer has `ahead` bytes ahead of the reader, and room for `room`. In a pause of the listener's a live stream
    /// does not wait: it is held as long as there is room.
    func wait(for count: Int, ahead: Int, room: Int, isListenerPaused: Bool) -> Wait? {
        let isFarAhead = isFinite && ahead >= Self.mostAhead
        let isFull = room < count && (isFinite || !isListenerPaused)
        guard isFarAhead || isFull else { return nil }
        return Wait(
            ahead: isFinite ? Self.mostAhead - Self.step : .max, room: max(count, min(Self.step, limit / 2)))
    }
}
