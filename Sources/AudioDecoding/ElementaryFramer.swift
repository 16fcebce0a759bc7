import RadioCore

/// Cuts a segment of MPEG audio or ADTS into frames, one behind the other. Belongs to the decoder thread.
final class ElementaryFramer {
    /// What comes next.
    enum Step: Equatable {
        /// A frame with this header lies whole at the window's beginning.
        case frame(ElementaryHeader)
        /// The segment stops.
        case stopped(SegmentEnd)
    }

    private let window: ByteWindow
    private let first: ElementaryHeader

    /// Cuts what `window` shows from its beginning on, where a frame with `header` was found.
    init(_ window: ByteWindow, first header: ElementaryHeader) {
        self.window = window
        first = header
    }

    /// Waits for the next frame; the one before must have been dropped from the window.
    func next() -> Step {
        while window.ensure(TagHeader.size) {
            if let length = window.look({ TagHeader.length($0, at: 0) }) {
                window.skip(length)
                continue
            }
            guard let header = window.look({ ElementaryHeader($0, at: 0) }), header.codec == first.codec else {
                return .stopped(.lost(at: window.place))
            }
            // Whatever has changed, the new frames are looked at afresh.
            guard first.continues(with: header) else { return .stopped(.link(at: window.place)) }
            guard window.ensure(header.frameSize) else { break }
            // A frame that no other follows was cut short by lost bytes, or is none.
            return isFollowed(header) ? .frame(header) : .stopped(.lost(at: window.place + 1))
        }
        return .stopped(window.end ?? .finished)
    }

    /// The bit rate that all frames in view have; `nil` when they differ.
    func constantBitrate() -> Int? {
        window.look { bytes in
            var (offset, rate) = (0, first.bitrate)
            while let header = ElementaryHeader(bytes, at: offset), rate != nil {
                if header.bitrate != rate { rate = nil }
                offset += header.frameSize
            }
            return rate
        }
    }

    /// Whether another frame or a tag follows the one with `header`, or nothing at all.
    private func isFollowed(_ header: ElementaryHeader) -> Bool {
        guard window.ensure(header.frameSize + TagHeader.size) else { return true }
        return window.look { bytes in
            ElementaryHeader(bytes, at: header.frameSize)?.codec == header.codec
                || TagHeader.length(bytes, at: header.frameSize) != nil
        }
    }
}
