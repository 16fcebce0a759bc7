import Rings

/// The bytes that a session decodes, in order: the preamble, then the time-shift buffer. Belongs to the decoder thread.
///
/// A place is a byte position of the buffer; the preamble's bytes lie at the places just before the session's first.
/// Waiting for bytes happens here and nowhere else.
final class ByteFeed {
    // Safe: bytes are written within the caller's buffer only, which outlives each call.

    /// What a read came to.
    enum Outcome {
        /// So many bytes were copied, at least one.
        case bytes(Int)
        /// The segment stops here.
        case stopped(SegmentEnd)
    }

    /// The place of the session's first byte, the preamble's.
    let start: Int
    /// Whether not a single byte came.
    private(set) var isEmpty = true
    /// How long undecodable bytes are borne.
    var patience: Patience

    private let buffer: TimeShiftBuffer
    private let preamble: [UInt8]
    private let control: SessionControl
    private let announcer: Announcer
    /// The position behind the preamble.
    private let first: Int

    /// Feeds `preamble`, then what `buffer` holds from `position` on.
    init(
        buffer: TimeShiftBuffer, from position: Int, preamble: [UInt8], control: SessionControl, announcer: Announcer,
        patience: Patience
    ) {
        self.buffer = buffer
        self.preamble = preamble
        self.control = control
        self.announcer = announcer
        self.patience = patience
        first = position
        start = position - preamble.count
    }

    /// The byte position that stands for `place`: the preamble's bytes count as the one that follows it.
    func position(of place: Int) -> Int { max(place, first) }

    /// Copies bytes from `place` on, waiting until there are some, as part of the segment that began at `segment`.
    func read(at place: Int, segment: Int, into destination: UnsafeMutableRawBufferPointer) -> Outcome {
        if place < first { return unsafe readPreamble(at: place, into: destination) }
        while !control.isCancelled {
            switch unsafe buffer.read(at: place, into: destination, orRing: control.doorbell) {
            case .bytes(let count):
                // Asked only now: a joint is marked before its first byte comes, but maybe after the wait for it began.
                if place > segment, place > first, buffer.isJoint(place) { return .stopped(.joint(at: place)) }
                isEmpty = false
                return patience.spend(count) ? .bytes(count) : .stopped(.failed(.garbage))
            case .nothingYet:
                announcer.tell()
                control.doorbell.wait()
            case .end: return .stopped(.finished)
            case .discarded(let oldest): return .stopped(.lost(at: oldest))
            }
        }
        return .stopped(.cancelled)
    }

    private func readPreamble(at place: Int, into destination: UnsafeMutableRawBufferPointer) -> Outcome {
        let count = min(destination.count, first - place)
        let offset = place - start
        for index in 0..<count { unsafe destination[index] = preamble[offset + index] }
        return .bytes(count)
    }
}
