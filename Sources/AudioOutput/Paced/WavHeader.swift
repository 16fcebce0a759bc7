/// The header of a WAV file, always 80 bytes: RIFF with a spare chunk, or RF64 (EBU Tech 3306) once 4 GiB are passed.
struct WavHeader: Equatable {
    /// Frames a second.
    let sampleRate: Int
    /// Samples in a frame.
    let channels: Int
    /// 2 or 3.
    let bytesPerSample: Int

    /// Bytes before the samples.
    static let length = 80

    /// The header of a file with `dataBytes` bytes of samples.
    func bytes(dataBytes: Int) -> [UInt8] {
        let isLarge = dataBytes + Self.length - 8 > Int(UInt32.max)
        var bytes = [UInt8]((isLarge ? "RF64" : "RIFF").utf8)
        Self.append(isLarge ? Int(UInt32.max) : dataBytes + dataBytes % 2 + Self.length - 8, 4, to: &bytes)
        bytes += Array("WAVE".utf8)
        // The spare chunk has just the room of the one with the 64-bit sizes.
        bytes += Array((isLarge ? "ds64" : "JUNK").utf8)
        Self.append(28, 4, to: &bytes)
        for size in [dataBytes + dataBytes % 2 + Self.length - 8, dataBytes, dataBytes / frameBytes] {
            Self.append(isLarge ? size : 0, 8, to: &bytes)
        }
        Self.append(0, 4, to: &bytes)
        appendFormat(to: &bytes)
        bytes += Array("data".utf8)
        Self.append(isLarge ? Int(UInt32.max) : dataBytes, 4, to: &bytes)
        return bytes
    }

    private var frameBytes: Int { channels * bytesPerSample }

    private func appendFormat(to bytes: inout [UInt8]) {
        bytes += Array("fmt ".utf8)
        for (value, size) in [
            (16, 4), (1, 2), (channels, 2), (sampleRate, 4), (sampleRate * frameBytes, 4), (frameBytes, 2),
            (bytesPerSample * 8, 2),
        ] { Self.append(value, size, to: &bytes) }
    }

    private static func append(_ value: Int, _ size: Int, to bytes: inout [UInt8]) {
        for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
}
