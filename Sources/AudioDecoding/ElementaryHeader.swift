import RadioCore

/// The header of one frame of MPEG audio (ISO 11172-3, 13818-3) or of AAC in ADTS (ISO 13818-7, 6.2).
struct ElementaryHeader: Equatable {
    /// What the frame holds.
    enum Codec: Equatable {
        /// MPEG audio of layer 1, 2 or 3.
        case mpeg(layer: Int)
        case aac
    }

    /// How many bytes it takes to read any of them.
    static let size = 7

    /// What the frame holds.
    let codec: Codec
    /// Bytes of the whole frame, this header included.
    let frameSize: Int
    /// Frames a second as the header has it; for HE-AAC half of what comes out.
    let sampleRate: Int
    /// Samples of a channel that it decodes to, by the header.
    let samples: Int
    /// Bits a second, where the header has it.
    let bitrate: Int?
    /// MPEG audio: whether it is version 2 or 2.5, of half the sampling rate and with one granule.
    let isLowRate: Bool
    /// MPEG audio: whether it has one channel.
    let isMono: Bool
    /// MPEG audio: whether a checksum follows the header.
    let hasChecksum: Bool

    /// Reads the header at `offset`; `nil` when there is none, or fewer than `size` bytes.
    init?(_ bytes: RawSpan, at offset: Int) {
        guard offset + Self.size <= bytes.byteCount, bytes.byte(at: offset) == 0xFF else { return nil }
        let second = bytes.byte(at: offset + 1)
        guard second & 0xE0 == 0xE0 else { return nil }
        if second & 0xF6 == 0xF0 {
            self.init(adts: bytes, at: offset)
        } else {
            self.init(mpeg: (second, bytes.byte(at: offset + 2), bytes.byte(at: offset + 3)))
        }
    }

    /// Whether `next` may follow it in one stream without anything having changed.
    func continues(with next: Self) -> Bool {
        codec == next.codec && sampleRate == next.sampleRate && isLowRate == next.isLowRate
    }

    private init?(adts bytes: RawSpan, at offset: Int) {
        let rates = [
            96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
        ]
        func byte(_ index: Int) -> Int { Int(bytes.byte(at: offset + index)) }
        let rate = byte(2) >> 2 & 15
        frameSize = (byte(3) & 3) << 11 | byte(4) << 3 | byte(5) >> 5
        hasChecksum = byte(1) & 1 == 0
        guard rates.indices.contains(rate), frameSize > (hasChecksum ? 9 : 7) else { return nil }
        codec = .aac
        sampleRate = rates[rate]
        samples = (byte(6) & 3 + 1) * 1024
        bitrate = nil
        isLowRate = false
        isMono = (byte(2) & 1) << 2 | byte(3) >> 6 == 1
    }

    private init?(mpeg bytes: (second: UInt8, third: UInt8, fourth: UInt8)) {
        let (version, layer) = (Int(bytes.second >> 3 & 3), 4 - Int(bytes.second >> 1 & 3))
        let (rateIndex, bitrateIndex) = (Int(bytes.third >> 2 & 3), Int(bytes.third >> 4))
        // Version 1, layer 4 (never a layer), rate 3, emphasis 2 are reserved; bit rate 0 is the "free" one, which
        // nothing decodes.
        guard version != 1, layer < 4, rateIndex < 3, 1...14 ~= bitrateIndex, bytes.fourth & 3 != 2 else { return nil }
        codec = .mpeg(layer: layer)
        isLowRate = version != 3
        sampleRate = [44100, 48000, 32000][rateIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        samples = layer == 1 ? 384 : layer == 3 && isLowRate ? 576 : 1152
        let rate = Self.bitrates(layer: layer, isLowRate: isLowRate)[bitrateIndex - 1] * 1000
        bitrate = rate
        let padding = Int(bytes.third >> 1 & 1)
        frameSize =
            layer == 1 ? (12 * rate / sampleRate + padding) * 4 : samples / 8 * rate / sampleRate + padding
        isMono = bytes.fourth >> 6 == 3
        hasChecksum = bytes.second & 1 == 0
    }

    /// The bit rates of the indices 1 to 14, in kbit/s.
    private static func bitrates(layer: Int, isLowRate: Bool) -> [Int] {
        switch (layer, isLowRate) {
        case (1, false): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
        case (2, false): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        case (_, false): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        case (1, true): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
        case (_, true): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        }
    }
}

extension ElementaryHeader {
    /// MPEG audio: bytes between the frame's beginning and its side information.
    private var headSize: Int { hasChecksum ? 6 : 4 }

    /// Layer III: bytes of the side information.
    private var sideSize: Int { isLowRate ? (isMono ? 9 : 17) : (isMono ? 17 : 32) }

    /// Layer III: bytes that the frame gives to the bit reservoir.
    var mainDataSize: Int { max(0, frameSize - headSize - sideSize) }

    /// Layer III: how far back in the reservoir the frame's data begin, in bytes; `frame` is the whole frame.
    func reservoirReach(in frame: RawSpan) -> Int {
        guard codec == .mpeg(layer: 3), frame.byteCount > headSize + 1 else { return 0 }
        let first = Int(frame.byte(at: headSize))
        return isLowRate ? first : first << 1 | Int(frame.byte(at: headSize + 1) >> 7)
    }

    /// Layer III: where the tag of an encoder ("Xing", "Info") would begin: behind the side information.
    var tagOffset: Int { 4 + sideSize }
}
