import Playlists
import Testing

struct HLSKeyTests {
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:258\n"

    private func keys(_ lines: String) throws -> [HLSKey?] {
        try #require(try Samples.media(Self.head + lines)).segments.map(\.key)
    }

    private func failure(_ lines: String) -> PlaylistError.Kind? {
        do throws(PlaylistError) {
            _ = try Samples.media(Self.head + lines)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("takes a segment's number for its vector where the list names none")
    func countsVectors() throws {
        let found = try keys("#EXT-X-KEY:METHOD=AES-128,URI=\"key?a,b\"\na\nb\n#EXT-X-KEY:METHOD=NONE\nc")
        #expect(found.map { $0?.url } == Array(repeating: "https://radio.example.com/lists/key?a,b", count: 2) + [nil])
        #expect(found[0]?.vector == Array(repeating: 0, count: 14) + [1, 2])
        #expect(found[1]?.vector == Array(repeating: 0, count: 14) + [1, 3])
    }

    @Test(
        "reads the vector that the list names",
        arguments: [
            ("0x000102030405060708090A0B0C0D0E0F", Array(0...15)), ("0Xff", Array(repeating: 0, count: 15) + [255]),
            ("0xABC", Array(repeating: 0, count: 14) + [0x0A, 0xBC]),
        ] as [(String, [UInt8])])
    func readsVectors(text: String, vector: [UInt8]) throws {
        let found = try keys("#EXT-X-KEY:METHOD=AES-128,IV=\(text),URI=\"k\",KEYFORMAT=\"identity\"\na\nb")
        #expect(found.map { $0?.vector } == [vector, vector])
    }

    @Test("takes the key that is for everybody, of several")
    func choosesKey() throws {
        let foreign = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
        let own = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"
        #expect(try keys(foreign + own + "a").first??.url == "https://radio.example.com/lists/k")
        #expect(failure(own + "a\n" + foreign + "b") == .encrypted("SAMPLE-AES"))
    }

    @Test("gives maps the key before them")
    func encryptsMaps() throws {
        let text = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXT-X-MAP:URI=\"m\"\n#EXT-X-KEY:METHOD=NONE\na"
        let segment = try #require(try Samples.media(Self.head + text)?.segments.first)
        #expect(segment.map?.key?.vector.last == 1 && segment.key == nil)
    }

    @Test(
        "refuses other encryption",
        arguments: [
            ("METHOD=SAMPLE-AES,URI=\"k\"", .encrypted("SAMPLE-AES")),
            ("METHOD=SAMPLE-AES-CTR,URI=\"k\"", .encrypted("SAMPLE-AES-CTR")),
            ("URI=\"k\"", .encrypted("no METHOD")),
            ("METHOD=AES-128,URI=\"k\",KEYFORMAT=\"com.widevine\"", .encrypted("AES-128")),
            ("METHOD=AES-128,URI=\"data:,x\"", .encrypted("AES-128 with a key that is a data: address")),
            ("METHOD=AES-128", .malformed("it has a key without an address")),
            ("METHOD=AES-128,URI=\"k\",IV=1", .malformed("it has a key whose IV is no number of 128 bits")),
            ("METHOD=AES-128,URI=\"k\",IV=0x", .malformed("it has a key whose IV is no number of 128 bits")),
            ("METHOD=AES-128,URI=\"k\",IV=0xxyz", .malformed("it has a key whose IV is no number of 128 bits")),
            (
                "METHOD=AES-128,URI=\"k\",IV=0x000102030405060708090A0B0C0D0E0F0",
                .malformed("it has a key whose IV is no number of 128 bits")
            ),
        ] as [(String, PlaylistError.Kind)])
    func refuses(attributes: String, kind: PlaylistError.Kind) {
        #expect(failure("#EXT-X-KEY:\(attributes)\na") == kind)
    }

    @Test("takes no key of a segment that is not there for a fault")
    func waitsForSegment() throws {
        #expect(try keys("a\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"") == [nil])
    }

    @Test("bounds the keys of one segment")
    func boundsKeys() {
        let line = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"
        #expect(failure(String(repeating: line, count: 1000)) == .malformed("it has too many keys for one segment"))
    }
}
