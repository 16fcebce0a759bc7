import RadioCore

/// The header packets of one logical Ogg stream, put together from its pages.
struct OggHeaderPackets: Sendable {
    let serial: UInt32
    let codec: CodecHeader.Codec
    private(set) var title: InBandTitle?
    /// Whether the last header packet has come.
    private(set) var isComplete = false
    private var packet: [UInt8] = []
    private var packets = 0
    /// How many header packets there are, where the first one says so.
    private var expected: Int?

    /// A stream whose first page this is; `nil` when it carries no sound that we know.
    init?(page: OggPage, payload: [UInt8]) {
        guard let codec = Self.codec(of: payload) else { return nil }
        serial = page.serial
        self.codec = codec
        expected =
            switch codec {
            case .vorbis: 3
            case .opus: 2
            case .speex: Self.speexHeaders(payload)
            case .flac: Self.flacHeaders(payload)
            }
    }

    /// Takes the packets that lie on one of the stream's pages.
    mutating func take(_ page: OggPage, payload: [UInt8]) {
        var rest = payload[...]
        for piece in page.pieces where !isComplete {
            // A packet over the limit is cut there: what is looked at stands at its front.
            packet += rest.prefix(min(piece.length, max(0, CodecHeader.limit - packet.count)))
            rest = rest.dropFirst(piece.length)
            guard piece.endsPacket else { continue }
            finishPacket()
            packet = []
        }
    }

    private mutating func finishPacket() {
        packets += 1
        if let comments { title = VorbisComment(comments).title }
        let isLastFlac = codec == .flac && expected == nil && packets > 1 && (packet.first ?? 0x80) & 0x80 != 0
        isComplete = isLastFlac || packets == expected
    }

    /// The comment list in the packet, when it is the one that has it.
    private var comments: ArraySlice<UInt8>? {
        switch codec {
        case .vorbis: packet.starts(with: "\u{3}vorbis".utf8) ? packet.dropFirst(7) : nil
        case .opus: packet.starts(with: "OpusTags".utf8) ? packet.dropFirst(8) : nil
        case .flac: packets > 1 && (packet.first ?? 0) & 0x7f == 4 ? packet.dropFirst(4) : nil
        case .speex: packets == 2 ? packet[...] : nil
        }
    }

    private static func codec(of payload: [UInt8]) -> CodecHeader.Codec? {
        if payload.starts(with: "\u{1}vorbis".utf8) { return .vorbis }
        if payload.starts(with: "OpusHead".utf8) { return .opus }
        if payload.starts(with: "\u{7f}FLAC".utf8) { return .flac }
        return payload.starts(with: "Speex   ".utf8) ? .speex : nil
    }

    /// Two, and the extra ones whose number stands at byte 68 (Speex manual, "Ogg file format").
    private static func speexHeaders(_ payload: [UInt8]) -> Int {
        payload.count > 68 ? 2 + min(Int(payload[68]), 16) : 2
    }

    /// The mapping's first packet and the ones it announces in bytes 7 and 8; 0 there means "not known".
    private static func flacHeaders(_ payload: [UInt8]) -> Int? {
        guard payload.count > 8 else { return nil }
        let others = Int(payload[7]) << 8 | Int(payload[8])
        return others > 0 ? 1 + others : nil
    }
}
