import RadioCore

/// A tag that lies among the frames of a stream and is to be skipped.
enum TagHeader {
    /// Bytes that it takes to know any tag.
    static let size = 10
    /// The largest tag that is skipped unlooked-at; a larger one is a lie, or has no end on the radio.
    private static let limit = 32 << 20

    /// How long the tag at `offset` is; `nil` when there is none, or fewer than `size` bytes.
    static func length(_ bytes: RawSpan, at offset: Int) -> Int? {
        guard offset + size <= bytes.byteCount else { return nil }
        if bytes.holds("ID3", at: offset) { return id3Length(bytes, at: offset) }
        // The old tag of 128 bytes at the end of a file.
        return bytes.holds("TAG", at: offset) ? 128 : nil
    }

    /// ID3v2, section 3.1: four bytes of seven bits each, the header's own ten bytes and a footer's not counted.
    private static func id3Length(_ bytes: RawSpan, at offset: Int) -> Int? {
        let fields = (3..<10).map { Int(bytes.byte(at: offset + $0)) }
        guard fields[0] < 0xFF, fields[1] < 0xFF, fields[3...].allSatisfy({ $0 < 0x80 }) else { return nil }
        let length = fields[3...].reduce(0) { $0 << 7 | $1 } + size + (fields[2] & 0x10 != 0 ? size : 0)
        return length <= limit ? length : nil
    }
}
