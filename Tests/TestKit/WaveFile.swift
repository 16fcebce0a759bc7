import Foundation

/// WAV files of the plain kind: 16 bit, one list of samples for all channels.
package enum WaveFile {
    /// Writes `samples`, each to all of `channels`, rounded to the nearest.
    package static func write(_ samples: [Float], rate: Int, channels: Int, to path: String) throws {
        let byteCount = samples.count * channels * 2
        var file = Data(capacity: 44 + byteCount)
        file.append(contentsOf: "RIFF".utf8)
        file.append(littleEndian: UInt32(36 + byteCount))
        file.append(contentsOf: "WAVEfmt ".utf8)
        file.append(littleEndian: UInt32(16))
        file.append(littleEndian: UInt16(1))
        file.append(littleEndian: UInt16(channels))
        file.append(littleEndian: UInt32(rate))
        file.append(littleEndian: UInt32(rate * channels * 2))
        file.append(littleEndian: UInt16(channels * 2))
        file.append(littleEndian: UInt16(16))
        file.append(contentsOf: "data".utf8)
        file.append(littleEndian: UInt32(byteCount))
        let values = samples.flatMap { sample in
            repeatElement(Int16(max(-1, min(1, sample)) * 32767).littleEndian, count: channels)
        }
        // Safe: the bytes of whole numbers, copied during the call.
        unsafe values.withUnsafeBytes { unsafe file.append(contentsOf: $0) }
        try file.write(to: URL(fileURLWithPath: path))
    }
}

extension Data {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        for byte in 0..<value.bitWidth / 8 { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
}
