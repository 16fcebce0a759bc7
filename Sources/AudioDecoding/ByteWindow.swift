/// A sliding view of a feed's bytes, for what must see a whole frame at a time. Belongs to the decoder thread.
@safe final class ByteWindow {
    /// Larger than any frame, tag header or confirmation needs, with room to read plenty at a time.
    static let capacity = 64 << 10

    /// The place of the first byte in view.
    private(set) var place: Int
    /// Why no more bytes come, once that is so.
    private(set) var end: SegmentEnd?

    private let feed: ByteFeed
    private let segment: Int
    // Safe: owned here alone, freed in `deinit`.
    private let memory: UnsafeMutableRawBufferPointer
    private var range = 0..<0

    /// Views the segment that begins at `place`.
    init(_ feed: ByteFeed, at place: Int) {
        self.feed = feed
        self.place = place
        segment = place
        unsafe memory = .allocate(byteCount: Self.capacity, alignment: 16)
    }

    deinit { unsafe memory.deallocate() }

    /// Lets `body` look at the bytes in view.
    func look<Result>(_ body: (RawSpan) -> Result) -> Result {
        // Safe: what was read lies in `range`, and nothing moves it within the call.
        let view = unsafe UnsafeRawBufferPointer(rebasing: memory[range])
        return unsafe body(view.bytes)
    }

    /// How many bytes are in view.
    var count: Int { range.count }

    /// Whether there is no room for more.
    var isFull: Bool { range.count == Self.capacity }

    /// Waits until at least `count` bytes are in view, and says whether they are.
    func ensure(_ count: Int) -> Bool {
        while range.count < count, grow() {}
        return range.count >= count
    }

    /// Waits for more bytes and says whether any came.
    func grow() -> Bool {
        guard end == nil, range.count < Self.capacity else { return false }
        makeRoom()
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[range.upperBound...])
        switch unsafe feed.read(at: place + range.count, segment: segment, into: free) {
        case .bytes(let count): range = range.lowerBound..<range.upperBound + count
        case .stopped(let reason): end = reason
        }
        return end == nil
    }

    /// Takes the first `count` bytes, which must be in view, out of view.
    func drop(_ count: Int) {
        place += count
        range = range.lowerBound + count..<range.upperBound
    }

    /// Passes over `count` bytes, waiting for those that have not come: a tag, as long as it declares to be.
    func skip(_ count: Int) {
        feed.patience.forgive(count)
        var left = count
        while left > 0, range.count > 0 || grow() {
            let passed = min(left, range.count)
            drop(passed)
            left -= passed
        }
    }

    /// Gives `body` the first `count` bytes, which must be in view, for C.
    func withFrame<Result>(
        _ count: Int, _ body: (UnsafeRawBufferPointer) throws(FFmpegError) -> Result
    ) throws(FFmpegError) -> Result {
        try unsafe body(UnsafeRawBufferPointer(rebasing: memory[range.lowerBound..<range.lowerBound + count]))
    }

    /// Moves what is in view to the front when little room is left behind it.
    private func makeRoom() {
        guard Self.capacity - range.upperBound < Self.capacity / 2, range.lowerBound > 0 else { return }
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[range]))
        range = 0..<range.count
    }
}
