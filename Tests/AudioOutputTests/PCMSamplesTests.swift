import Testing

@testable import AudioOutput

struct PCMSamplesTests {
    @Test(
        arguments: [
            (0, 0), (1.0 / 32_768, 1), (-1.0 / 32_768, -1), (1, 32_767), (-1, -32_768), (7, 32_767), (-7, -32_768),
            (0.4 / 32_768, 0), (0.5 / 32_768, 0), (1.5 / 32_768, 2), (2.5 / 32_768, 2), (-1.5 / 32_768, -2),
            (.infinity, 32_767), (-.infinity, -32_768), (.nan, 0),
        ] as [(Float, Int)])
    func `rounds to the nearest even and clips`(sample: Float, expected: Int) {
        #expect(PCMSamples.integer(sample, scale: 32_768) == expected)
    }

    @Test func `is little-endian, in two bytes or three`() {
        let samples: [Float] = [1.0 / 128, -1.0 / 128]
        var (short, long): ([UInt8], [UInt8]) = ([], [])
        unsafe samples.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe PCMSamples.append(base, count: 2, bytesPerSample: 2, to: &short)
            unsafe PCMSamples.append(base, count: 2, bytesPerSample: 3, to: &long)
        }
        #expect(short == [0x00, 0x01, 0x00, 0xFF])
        #expect(long == [0x00, 0x00, 0x01, 0x00, 0x00, 0xFF])
    }
}
