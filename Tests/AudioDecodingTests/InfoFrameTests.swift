import Testing

@testable import AudioDecoding

struct InfoFrameTests {
    /// A frame of 100 frames and 40,000 bytes, with 576 samples in front and 1000 behind.
    private func read(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> InfoFrame? {
        var bytes = ContentSnifferTests.mp3
        func put(_ values: [UInt8], at offset: Int) {
            bytes.replaceSubrange(offset..<offset + values.count, with: values)
        }
        put(Array("Xing".utf8) + [0, 0, 0, 3, 0, 0, 0, 100, 0, 0, 0x9C, 0x40], at: 36)
        put(Array("LAME3.100".utf8), at: 52)
        put([0x24, 0x03, 0xE8], at: 73)
        change(&bytes)
        // Safe: the bytes are only read within the calls.
        let found = unsafe ElementaryHeader(bytes.span.bytes, at: 0)
        let header = try #require(found)
        return unsafe InfoFrame(bytes.span.bytes, header: header)
    }

    @Test("frames, bytes and paddings are read, and the average rate follows")
    func facts() throws {
        let info = try #require(try read())
        #expect(info.frames == 100)
        #expect(info.bytes == 40000)
        #expect(info.leadIn == 576)
        #expect(info.leadOut == 1000)
        #expect(!info.isConstant)
        // Safe: the bytes are only read within the call.
        let bytes = ContentSnifferTests.mp3
        let header = unsafe ElementaryHeader(bytes.span.bytes, at: 0)
        #expect(try info.bitrate(of: #require(header)) == 133_333)
    }

    @Test("the padding is cut off at both ends")
    func trim() throws {
        let info = try #require(try read())
        #expect(info.trim(ofFrame: 0, samples: 1152) == (1105, 0))
        #expect(info.trim(ofFrame: 1, samples: 1152) == (0, 0))
        #expect(info.trim(ofFrame: 99, samples: 1152) == (0, 471))
        #expect(info.trim(ofFrame: 100, samples: 1152) == (0, 0))
    }

    @Test("an unknown encoder's paddings are not believed, and a frame without the tag is heard")
    func unknown() throws {
        let info = try read { $0.replaceSubrange(52..<56, with: Array("Fake".utf8)) }
        #expect(info?.leadIn == nil)
        #expect(info?.trim(ofFrame: 0, samples: 1152) ?? (1, 1) == (0, 0))
        #expect(try read { $0[36] = 0 } == nil)
    }
}
