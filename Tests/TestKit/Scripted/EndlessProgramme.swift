/// A tone as MP3 that never ends and no frame of which is like another: 16 kHz, one channel, 32 kbit/s.
///
/// Every frame stands alone (the encoder's bit reservoir is off) and is stamped, in bytes that no decoder looks at, with
/// the run of the encoder and its number, so that any 144 bytes in a row are found at one place only.
package struct EndlessProgramme: Sendable {
    /// Bytes of a frame.
    package static let frameSize = 144
    /// Bytes for a second.
    package static let bytesPerSecond = 4000

    private static let stampSize = 12
    /// Frames that are repeated, at least.
    private static let enough = 100

    private let frames: [UInt8]

    /// Has the tone encoded.
    package init() async throws {
        let encoded = try await ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=330:r=16000:d=12", "-ac", "1"]
                + ["-c:a", "libmp3lame", "-b:a", "32k", "-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0"]
                + ["-f", "mp3", "-"])
        let whole = stride(from: 0, through: encoded.count - Self.frameSize, by: Self.frameSize)
            .map { encoded[$0..<$0 + Self.frameSize] }
        // Only those with room for a stamp.
        frames = Array(whole.filter { Self.soundEnd(of: $0) <= Self.frameSize - Self.stampSize }.joined())
        precondition(frames.count >= Self.enough * Self.frameSize, "ffmpeg gave too little of a tone")
    }

    /// The bytes in `range` of what the encoder gives in its run number `run`.
    package func bytes(_ range: Range<Int>, run: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count + 2 * Self.frameSize)
        let first = range.lowerBound / Self.frameSize
        var number = first
        while number * Self.frameSize < range.upperBound {
            append(frame: number, run: run, to: &bytes)
            number += 1
        }
        let start = range.lowerBound - first * Self.frameSize
        return Array(bytes[start..<start + range.count])
    }

    private func append(frame number: Int, run: Int, to bytes: inout [UInt8]) {
        let start = number * Self.frameSize % frames.count
        bytes += frames[start..<start + Self.frameSize - Self.stampSize]
        // Seven bits a byte: no stamp looks like the beginning of a frame.
        for place in 0..<4 { bytes.append(UInt8(run >> (7 * place) & 0x7f)) }
        for place in 0..<8 { bytes.append(UInt8(number >> (7 * place) & 0x7f)) }
    }

    /// How many bytes of an MPEG-2 frame of one channel hold sound (ISO/IEC 13818-3, section 2.4.1.7): the header, nine
    /// bytes of side information, and as many bits as those say.
    private static func soundEnd(of frame: ArraySlice<UInt8>) -> Int {
        let side = frame.dropFirst(4).prefix(9)
        let bits = Int(side[side.startIndex + 1] & 0x7f) << 5 | Int(side[side.startIndex + 2] >> 3)
        return 4 + 9 + (bits + 7) / 8
    }
}
