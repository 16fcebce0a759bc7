import Testing

@testable import AudioOutput

struct WavHeaderTests {
    private let header = WavHeader(sampleRate: 44_100, channels: 2, bytesPerSample: 2)

    private func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int {
        (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    private func text(_ bytes: [UInt8], at offset: Int) -> String {
        String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    @Test func `describes its samples`() {
        let bytes = header.bytes(dataBytes: 1000)
        #expect(bytes.count == WavHeader.length)
        #expect([0, 8, 12, 48, 72].map { text(bytes, at: $0) } == ["RIFF", "WAVE", "JUNK", "fmt ", "data"])
        #expect(number(bytes, at: 4, size: 4) == 1072)
        #expect(number(bytes, at: 56, size: 2) == 1 && number(bytes, at: 58, size: 2) == 2)
        #expect(number(bytes, at: 60, size: 4) == 44_100 && number(bytes, at: 64, size: 4) == 176_400)
        #expect(number(bytes, at: 68, size: 2) == 4 && number(bytes, at: 70, size: 2) == 16)
        #expect(number(bytes, at: 76, size: 4) == 1000)
    }

    @Test func `counts the padding of an odd length in the file's size only`() {
        let bytes = WavHeader(sampleRate: 48_000, channels: 1, bytesPerSample: 3).bytes(dataBytes: 999)
        #expect(number(bytes, at: 4, size: 4) == 1072 && number(bytes, at: 76, size: 4) == 999)
    }

    @Test func `is RF64 with 64-bit sizes from 4 GiB on, in the same room`() {
        let dataBytes = 5 << 30
        let bytes = header.bytes(dataBytes: dataBytes)
        #expect(bytes.count == WavHeader.length)
        #expect(text(bytes, at: 0) == "RF64" && text(bytes, at: 12) == "ds64")
        #expect(number(bytes, at: 4, size: 4) == 0xFFFF_FFFF && number(bytes, at: 76, size: 4) == 0xFFFF_FFFF)
        #expect(number(bytes, at: 20, size: 8) == dataBytes + 72)
        #expect(number(bytes, at: 28, size: 8) == dataBytes)
        #expect(number(bytes, at: 36, size: 8) == dataBytes / 4)
        #expect(text(header.bytes(dataBytes: 0xFFFF_FFFF - 72), at: 0) == "RIFF")
        #expect(text(header.bytes(dataBytes: 0xFFFF_FFFF - 71), at: 0) == "RF64")
    }
}
