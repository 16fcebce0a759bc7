/// Builds Ogg pages by hand, as small as a test needs them.
enum OggBuilder {
    static let first: UInt8 = 2
    static let last: UInt8 = 4

    /// A page that holds whole `packets`; with `isOpen`, the last of them goes on with the next page and must be a
    /// multiple of 255 bytes.
    static func page(
        serial: UInt32, sequence: UInt32 = 0, flags: UInt8 = 0, isOpen: Bool = false, _ packets: [[UInt8]]
    ) -> [UInt8] {
        var segments: [UInt8] = []
        for (index, packet) in packets.enumerated() {
            segments += [UInt8](repeating: 255, count: packet.count / 255)
            if !(isOpen && index == packets.count - 1) { segments.append(UInt8(packet.count % 255)) }
        }
        return Array("OggS".utf8) + [0, flags] + number(0, bytes: 8) + number(serial, bytes: 4)
            + number(sequence, bytes: 4) + [0, 0, 0, 0, UInt8(segments.count)] + segments + packets.flatMap(\.self)
    }

    /// A comment list as Vorbis writes it.
    static func comments(_ comments: [String]) -> [UInt8] {
        let list = comments.flatMap { number(UInt32($0.utf8.count), bytes: 4) + Array($0.utf8) }
        return number(3, bytes: 4) + Array("enc".utf8) + number(UInt32(comments.count), bytes: 4) + list
    }

    /// The pages of a Vorbis link up to its last header.
    static func vorbisHeaders(serial: UInt32, _ comments: [String]) -> [UInt8] {
        page(serial: serial, flags: first, [Array("\u{1}vorbis".utf8) + [0, 0, 0, 0, 2]])
            + page(
                serial: serial, sequence: 1,
                [Array("\u{3}vorbis".utf8) + self.comments(comments), Array("\u{5}vorbis".utf8) + [1, 2, 3]])
    }

    /// The pages of an Opus link up to its last header.
    static func opusHeaders(serial: UInt32, _ comments: [String]) -> [UInt8] {
        page(serial: serial, flags: first, [Array("OpusHead".utf8) + [1, 2]])
            + page(serial: serial, sequence: 1, [Array("OpusTags".utf8) + self.comments(comments)])
    }

    static func number(_ value: UInt32, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: UInt64(value) >> (8 * $0)) }
    }
}
