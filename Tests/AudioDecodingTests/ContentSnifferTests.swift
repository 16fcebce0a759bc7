import Testing

@testable import AudioDecoding

struct ContentSnifferTests {
    /// MPEG 1 layer III, 128 kbit/s, 48 kHz, stereo: 384 bytes.
    static let mp3 = frame([0xFF, 0xFB, 0x94, 0x00], size: 384)
    /// AAC-LC in ADTS, 44.1 kHz, stereo, 200 bytes.
    static let adts = frame([0xFF, 0xF1, 0x50, 0x80, 0x19, 0x1F, 0xFC], size: 200)

    static func frame(_ head: [UInt8], size: Int) -> [UInt8] {
        head + [UInt8](repeating: 0, count: size - head.count)
    }

    private func look(_ bytes: [UInt8], isStart: Bool = true, isAll: Bool = false) -> ContentSniffer.Verdict {
        // Safe: the bytes are only read within the call.
        unsafe ContentSniffer.look(at: bytes.span.bytes, isStart: isStart, isAll: isAll)
    }

    private func codec(_ verdict: ContentSniffer.Verdict) -> (ElementaryHeader.Codec, Int)? {
        guard case .found(.elementary(let header), let offset) = verdict else { return nil }
        return (header.codec, offset)
    }

    @Test("three headers in a row are frames, whatever lies before them")
    func frames() throws {
        let junk: [UInt8] = [0, 1, 0xFF, 0xFB, 0x94, 0x00, 9]
        let mpeg = try #require(codec(look(junk + Self.mp3 + Self.mp3 + Self.mp3.prefix(7))))
        #expect(mpeg == (.mpeg(layer: 3), junk.count))
        let aac = try #require(codec(look(junk + Self.adts + Self.adts + Self.adts.prefix(7))))
        #expect(aac == (.aac, junk.count))
    }

    @Test("two headers wait for a third, and are enough when nothing follows")
    func fewFrames() {
        let bytes = [7] + Self.mp3 + Self.mp3
        #expect(look(bytes, isStart: false) == .needsMore(keepFrom: 1))
        #expect(codec(look(bytes, isStart: false, isAll: true))?.1 == 1)
    }

    @Test("a header that no other follows is none")
    func lonelyHeader() {
        #expect(look(Self.mp3 + Self.adts, isStart: false, isAll: true) != .found(.ogg, offset: 0))
        #expect(codec(look(Self.mp3 + [UInt8](repeating: 0, count: 20), isStart: false, isAll: true)) == nil)
    }

    @Test("any beginning of a stream waits for what makes it certain")
    func everySplit() {
        let whole = Array("OggS".utf8) + [0, 2]
        for count in 1..<whole.count {
            #expect(look(Array(whole[..<count]), isStart: false) == .needsMore(keepFrom: 0), "\(count)")
        }
        #expect(look(whole, isStart: false) == .found(.ogg, offset: 0))
    }

    @Test("an Ogg page that begins no stream is of no use, and FLAC begins with its stream info")
    func containers() {
        #expect(look(Array("OggS".utf8) + [0, 0], isStart: false) == .needsMore(keepFrom: 6))
        #expect(look([1] + Array("fLaC".utf8) + [0x80], isStart: false) == .found(.flac, offset: 1))
        #expect(look(Array("fLaC".utf8) + [4], isStart: false) == .needsMore(keepFrom: 5))
    }

    @Test("an ID3 tag is passed over by its declared length, and a false one is not")
    func tags() {
        #expect(look(Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 1]) == .tag(offset: 0, length: 267))
        #expect(look(Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 2, 1]) == .tag(offset: 0, length: 277))
        #expect(look(Array("ID3".utf8) + [4, 0, 0, 0x80, 0, 2, 1], isStart: false) == .needsMore(keepFrom: 10))
        #expect(look(Array("ID3".utf8) + [4, 0], isStart: false) == .needsMore(keepFrom: 0))
    }
}

struct ElementaryHeaderTests {
    private func read(_ bytes: [UInt8]) -> ElementaryHeader? {
        // Safe: the bytes are only read within the call.
        unsafe ElementaryHeader((bytes + [0, 0, 0, 0]).span.bytes, at: 0)
    }

    @Test(
        "sizes and rates are as the standard has them",
        arguments: [
            ([0xFF, 0xFB, 0x90, 0x00], 44100, 417, 1152), ([0xFF, 0xFB, 0x92, 0x00], 44100, 418, 1152),
            ([0xFF, 0xFB, 0xE4, 0x00], 48000, 960, 1152), ([0xFF, 0xF3, 0x80, 0xC0], 22050, 208, 576),
            ([0xFF, 0xE3, 0x40, 0xC0], 11025, 208, 576), ([0xFF, 0xFD, 0xA4, 0x00], 48000, 576, 1152),
            ([0xFF, 0xFF, 0x44, 0x00], 48000, 128, 384),
        ] as [([UInt8], Int, Int, Int)])
    func mpeg(_ bytes: [UInt8], rate: Int, size: Int, samples: Int) throws {
        let header = try #require(read(bytes))
        #expect(header.sampleRate == rate)
        #expect(header.frameSize == size)
        #expect(header.samples == samples)
    }

    @Test("an ADTS header gives its rate and its size")
    func adts() throws {
        let header = try #require(read(Array(ContentSnifferTests.adts.prefix(7))))
        #expect(header.codec == .aac)
        #expect(header.sampleRate == 44100)
        #expect(header.frameSize == 200)
        #expect(header.samples == 1024)
    }

    @Test(
        "what the standard reserves is no header",
        arguments: [
            [0xFF, 0xEB, 0x90, 0x00], [0xFF, 0xFB, 0x9C, 0x00], [0xFF, 0xFB, 0xF0, 0x00], [0xFF, 0xFB, 0x00, 0x00],
            [0xFF, 0xFB, 0x90, 0x02], [0xFE, 0xFB, 0x90, 0x00], [0xFF, 0xF1, 0x7C, 0x80, 0x19, 0x1F, 0xFC],
            [0xFF, 0xF1, 0x50, 0x80, 0x00, 0x1F, 0xFC],
        ] as [[UInt8]])
    func reserved(_ bytes: [UInt8]) {
        #expect(read(bytes) == nil)
    }

    @Test("a frame reaches back into the reservoir as its side information says")
    func reservoir() throws {
        let bytes = ContentSnifferTests.frame([0xFF, 0xFB, 0x94, 0x00, 0xFF, 0x80], size: 384)
        let header = try #require(read(bytes))
        // Safe: the bytes are only read within the call.
        let reach = unsafe header.reservoirReach(in: bytes.span.bytes)
        #expect(reach == 511)
        #expect(header.mainDataSize == 348)
        var reservoir = BitReservoir()
        let taken = [(1, 300), (300, 300), (511, 0)].map { reservoir.take(reach: $0, size: $1) }
        #expect(taken == [false, true, true])
    }
}
