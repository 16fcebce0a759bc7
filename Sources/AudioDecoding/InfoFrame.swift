import RadioCore

/// The first frame of an MP3 file, which encoders fill with facts about the file and which is not to be heard.
///
/// The layout is Xing's, with LAME's extension, as every encoder of today writes it.
struct InfoFrame: Equatable {
    /// How many frames follow, if it says so.
    private(set) var frames: Int?
    /// How many bytes the whole file has, if it says so.
    private(set) var bytes: Int?
    /// Samples that the encoder put in front, if it says so.
    private(set) var leadIn: Int?
    /// Samples that the encoder put at the end.
    private(set) var leadOut = 0
    /// Whether every frame has the same bit rate.
    let isConstant: Bool

    /// Samples by which every MP3 decoder is late.
    static let decoderDelay = 529

    /// Whether the frame with `header` is such a frame.
    static func isIn(_ frame: RawSpan, header: ElementaryHeader) -> Bool {
        guard header.codec == .mpeg(layer: 3) else { return false }
        return frame.holds("Info", at: header.tagOffset) || frame.holds("Xing", at: header.tagOffset)
    }

    /// Reads the whole `frame`; `nil` when it is one to be heard.
    init?(_ frame: RawSpan, header: ElementaryHeader) {
        guard Self.isIn(frame, header: header) else { return nil }
        isConstant = frame.holds("Info", at: header.tagOffset)
        var offset = header.tagOffset + 8
        let flags = frame.number(at: offset - 4) ?? 0
        for (flag, size) in [(1, 4), (2, 4), (4, 100), (8, 4)] where flags & flag != 0 {
            let number = frame.number(at: offset)
            if flag == 1 { frames = number }
            if flag == 2 { bytes = number }
            offset += size
        }
        readDelays(frame, at: offset)
    }

    /// The average bit rate in bit/s, where frames and bytes are known.
    func bitrate(of header: ElementaryHeader) -> Int? {
        if isConstant { return header.bitrate }
        guard let frames, let bytes, frames > 0 else { return nil }
        return bytes * 8 * header.sampleRate / (frames * header.samples)
    }

    /// Samples to leave out at the beginning and at the end of the frame of that number, counted from 0 without this one.
    func trim(ofFrame number: Int, samples: Int) -> (start: Int, end: Int) {
        guard let leadIn else { return (0, 0) }
        let start = number == 0 ? leadIn + Self.decoderDelay : 0
        guard let frames, frames > 0 else { return (start, 0) }
        let (end, last) = ((number + 1) * samples, frames * samples)
        let kept = last - leadOut + Self.decoderDelay
        guard end >= kept, number * samples < last else { return (start, 0) }
        return (start, min(end - kept, samples))
    }

    private mutating func readDelays(_ frame: RawSpan, at offset: Int) {
        // Only these encoders are known to mean what they write.
        guard frame.holds("LAME", at: offset) || frame.holds("Lavf", at: offset) || frame.holds("Lavc", at: offset)
        else { return }
        guard let number = frame.number(at: offset + 21) else { return }
        leadIn = number >> 20
        leadOut = number >> 8 & 0xFFF
    }
}

extension RawSpan {
    /// Whether the ASCII `text` lies at `offset`.
    func holds(_ text: StaticString, at offset: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, offset + length <= byteCount else { return false }
        // Safe: the text is a constant of so many bytes.
        for index in 0..<length where unsafe byte(at: offset + index) != text.utf8Start[index] { return false }
        return true
    }

    /// The big-endian number of four bytes at `offset`, if it is there.
    func number(at offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= byteCount else { return nil }
        return (0..<4).reduce(0) { $0 << 8 | Int(byte(at: offset + $1)) }
    }
}
