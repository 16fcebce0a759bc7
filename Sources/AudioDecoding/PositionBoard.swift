import RadioCore

/// What the decoder thread has got to, for other threads to look at. The lock is held for a look-up only.
final class PositionBoard: Sendable {
    private struct State {
        var map = PositionMap()
        var sampleRate = 0
        /// Output frames made so far.
        var end = 0
        /// Byte positions that somebody waits for, in order.
        var watched: [Int] = []
        var corrupt = 0
    }

    /// Positions that may be waited for at once; what is asked for beyond that is not answered.
    private static let watchLimit = 4096

    private let state = Guarded(State())
    private let start: Int

    /// A board for a session that begins at the byte position `start`.
    init(start: Int) {
        self.start = start
    }

    /// Where the packet decoded last begins, in bytes and frames.
    var decoded: (byte: Int, frame: Int) {
        state.withLock { state in state.map.last.map { ($0.byte, $0.frame) } ?? (start, 0) }
    }

    /// Bytes for a second of sound, as measured.
    var bytesPerSecond: Double? {
        state.withLock { $0.sampleRate > 0 ? $0.map.bytesPerSecond(sampleRate: $0.sampleRate) : nil }
    }

    /// Where the packet begins that made `frame`.
    func byte(ofFrame frame: Int) -> Int? {
        state.withLock { $0.end >= frame ? $0.map.byte(ofFrame: frame) : nil }
    }

    /// Asks for the frame of `byte`: given at once where it is known, else by `enter` later.
    func watch(_ byte: Int) -> Int? {
        state.withLock { state in
            if let frame = state.map.frame(ofByte: byte) { return frame }
            guard state.watched.count < Self.watchLimit else { return nil }
            let index = state.watched.firstIndex { $0 > byte } ?? state.watched.endIndex
            state.watched.insert(byte, at: index)
            return nil
        }
    }

    /// Enters a packet that begins at `byte` and `frame`; gives the watched positions that it answers.
    func enter(byte: Int, frame: Int, sampleRate: Int) -> ArraySlice<Int> {
        state.withLock { state in
            state.sampleRate = sampleRate
            state.map.append(byte: byte, frame: frame, sampleRate: sampleRate)
            let reached = state.watched.prefix { $0 <= byte }
            if !reached.isEmpty { state.watched.removeFirst(reached.count) }
            return reached
        }
    }

    /// Says how many frames have been made.
    func setEnd(_ frame: Int) { state.withLock { $0.end = frame } }

    /// Counts a packet that could not be decoded, and gives the count.
    func countCorrupt() -> Int {
        state.withLock { state in
            state.corrupt += 1
            return state.corrupt
        }
    }
}
