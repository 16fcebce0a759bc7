import RadioCore

/// The bytes of one container, as FFmpeg reads them: they end where the next segment begins. Belongs to the decoder thread.
final class ContainerBytes {
    // Safe: bytes are written within the caller's buffer only, and looked at before the call returns.

    /// The place of the next byte to be read.
    private(set) var place: Int
    /// Why no more bytes come, once that is so.
    private(set) var end: SegmentEnd?

    private let feed: ByteFeed
    private let segment: Int
    private var splitter: OggLinkSplitter?

    /// Reads from `place` on; `isChain` when the next Ogg link is the end of this one.
    init(_ feed: ByteFeed, at place: Int, isChain: Bool) {
        self.feed = feed
        self.place = place
        segment = place
        splitter = isChain ? OggLinkSplitter(place: place) : nil
    }

    /// Copies bytes, waiting until there are some; `nil` at the end of the container.
    func read(into destination: UnsafeMutableRawBufferPointer) -> Int? {
        guard end == nil else { return nil }
        switch unsafe feed.read(at: place, segment: segment, into: destination) {
        case .stopped(let reason):
            end = reason
            return nil
        case .bytes(let count):
            return unsafe take(UnsafeRawBufferPointer(rebasing: destination[..<count]))
        }
    }

    /// Lets through what belongs to this container.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let began = place
        place += bytes.count
        guard let link = unsafe splitter?.feed(bytes.bytes) else {
            if splitter?.isLost == true { end = .lost(at: place) }
            return bytes.count
        }
        // The next link's head may have begun in the bytes before; then nothing of these belongs here.
        end = .link(at: link)
        return link > began ? link - began : nil
    }
}
