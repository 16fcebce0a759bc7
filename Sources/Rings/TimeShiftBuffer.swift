import RadioCore

/// The compressed bytes of one stream, by position: what is still to be decoded, and what lies behind for stepping back.
///
/// One thread appends, any number of readers read at positions of their own. Memory is taken from the system and given
/// back to it in chunks, so a buffer that grew in a pause shrinks again once its old bytes are discarded. Positions count bytes from 0.
/// The lock is held for a copy only; nobody waits inside: a reader that finds nothing leaves its doorbell.
package final class TimeShiftBuffer: Sendable {
    /// What a read came to.
    package enum ReadOutcome: Equatable, Sendable {
        /// So many bytes were copied, at least one.
        case bytes(Int)
        /// Nothing there yet; the reader's doorbell rings when there is.
        case nothingYet
        /// Nothing there, and nothing will come.
        case end
        /// The position has been discarded; the oldest that is held is given.
        case discarded(oldest: Int)
    }

    private struct State {
        /// The first chunk begins at this position, a multiple of the chunk's size.
        var base = 0
        var chunks: [Chunk] = []
        var oldest = 0
        var end = 0
        var isFinished = false
        /// Where the bytes of another connection begin, in order.
        var joints: [Int] = []
        var waiting: [Doorbell] = []
        /// Where the last read ended.
        var reader = 0
        var ebb: Ebb?

        /// Bytes that are held and have not been read.
        var ahead: Int { end - max(oldest, reader) }
    }

    /// What the appending side waits for, and what it has called then.
    private struct Ebb {
        var ahead: Int
        var room: Int
        var action: @Sendable () -> Void
    }

    /// Bytes in a chunk.
    package static let chunkSize = Chunk.size

    /// Bytes it may hold at most.
    package let limit: Int
    private let state = Guarded(State())

    /// An empty buffer that never holds more than `limit` bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The positions that are held.
    package var held: Range<Int> { state.withLock { $0.oldest..<$0.end } }

    /// How many bytes can be appended before the buffer is full.
    package var room: Int { state.withLock { limit - ($0.end - $0.oldest) } }

    /// How many of the bytes that are held lie behind the end of the last read.
    package var ahead: Int { state.withLock { $0.ahead } }

    /// Calls `action` once, as soon as no more than `ahead` bytes lie ahead of the reader and `room` bytes can be
    /// appended: on the thread that reads or discards, or on this one where it is so already.
    ///
    /// For the appending side, which has one such wish at a time. `action` must not block.
    package func whenAhead(isAtMost ahead: Int, room: Int, _ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.ebb = Ebb(ahead: ahead, room: room, action: action) }
        callWhenEbbed()
    }

    /// Appends all of `bytes`, or none of them when there is no room, and says which. The appending thread only.
    package func append(_ bytes: RawSpan) -> Bool {
        let doorbells: [Doorbell]? = state.withLock { state in
            guard state.end - state.oldest + bytes.byteCount <= limit else { return nil }
            Self.store(bytes, in: &state)
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        doorbells?.forEach { $0.ring() }
        return doorbells != nil
    }

    /// Says that what is appended next does not follow from what came before: another connection's first byte. It
    /// takes back a `finish()`.
    package func markJoint() {
        state.withLock { state in
            state.isFinished = false
            guard state.end > 0, state.joints.last != state.end else { return }
            state.joints.append(state.end)
        }
    }

    /// Whether `position` is where another connection's bytes begin, so that decoding starts afresh there.
    package func isJoint(_ position: Int) -> Bool {
        state.withLock { $0.joints.contains(position) }
    }

    /// Where the bytes of the next connection begin behind `position`; `nil` when none has come since.
    package func joint(after position: Int) -> Int? {
        state.withLock { $0.joints.first { $0 > position } }
    }

    /// Says that nothing more will be appended.
    package func finish() {
        let doorbells = state.withLock { state in
            state.isFinished = true
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        doorbells.forEach { $0.ring() }
    }

    /// Copies what is held from `position` on, as much as fits `destination`; else leaves `doorbell` to be rung.
    ///
    /// One read never crosses a joint.
    package func read(
        at position: Int, into destination: UnsafeMutableRawBufferPointer, orRing doorbell: Doorbell
    ) -> ReadOutcome {
        defer { callWhenEbbed() }
        return state.withLock { state in
            guard position >= state.oldest else { return .discarded(oldest: state.oldest) }
            let joint = state.joints.first { $0 > position } ?? state.end
            let count = min(destination.count, joint - position, state.end - position)
            guard count > 0 else {
                guard !state.isFinished else { return .end }
                if !state.waiting.contains(where: { $0 === doorbell }) { state.waiting.append(doorbell) }
                return .nothingYet
            }
            unsafe Self.copy(from: state, at: position, into: .init(rebasing: destination[..<count]))
            state.reader = position + count
            return .bytes(count)
        }
    }

    /// A copy of the newest bytes that are held, `count` at most.
    package func newest(_ count: Int) -> [UInt8] {
        state.withLock { state in
            let begin = max(state.oldest, state.end - count)
            return unsafe [UInt8](unsafeUninitializedCapacity: state.end - begin) { bytes, filled in
                filled = state.end - begin
                let room = unsafe UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: filled)
                if filled > 0 { unsafe Self.copy(from: state, at: begin, into: room) }
            }
        }
    }

    /// Gives back what lies before `position`. A position beyond the end discards all that is held.
    package func discard(before position: Int) {
        let gone = state.withLock { state -> [Chunk] in
            state.oldest = max(state.oldest, min(position, state.end))
            state.joints.removeAll { $0 < state.oldest }
            let passed = (state.oldest - state.base) / Self.chunkSize
            state.base += passed * Self.chunkSize
            defer { state.chunks.removeFirst(min(passed, state.chunks.count)) }
            return Array(state.chunks.prefix(passed))
        }
        // Kept until here: it takes a while to give megabytes back, and the lock is for copying.
        withExtendedLifetime(gone) {}
        callWhenEbbed()
    }

    /// Not under the lock: what is called may look at the buffer.
    private func callWhenEbbed() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard let ebb = state.ebb, state.ahead <= ebb.ahead, limit - (state.end - state.oldest) >= ebb.room
            else { return nil }
            state.ebb = nil
            return ebb.action
        }
        action?()
    }

    private static func store(_ bytes: RawSpan, in state: inout State) {
        var offset = 0
        while offset < bytes.byteCount {
            let used = (state.end - state.base) % chunkSize
            if (state.end - state.base) / chunkSize == state.chunks.count { state.chunks.append(Chunk()) }
            let count = min(chunkSize - used, bytes.byteCount - offset)
            state.chunks[state.chunks.count - 1].write(bytes.extracting(offset..<offset + count), at: used)
            offset += count
            state.end += count
        }
    }

    private static func copy(
        from state: borrowing State, at position: Int, into destination: UnsafeMutableRawBufferPointer
    ) {
        var offset = 0
        while offset < destination.count {
            let place = position + offset - state.base
            let start = place % chunkSize
            let count = min(chunkSize - start, destination.count - offset)
            // Safe: slicing checks that the piece lies within the destination.
            let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: destination[offset..<offset + count])
            unsafe state.chunks[place / chunkSize].read(at: start, into: piece)
            offset += count
        }
    }
}
