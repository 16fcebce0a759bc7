import Testing

@testable import Playlists

struct HLSAttributesTests {
    @Test(
        "reads a value",
        arguments: [
            ("A=1", "1"), ("B=2,A=1", "1"), ("A=\"x, y=z\",B=1", "x, y=z"), ("A=\"\"", ""), ("A=", ""),
            ("A = 1 , B=2", "1"), (" ,,A=\"x\"junk,B=1", "x"), ("A=\"open", "open"), ("B=\"a\",A=0x1F", "0x1F"),
            ("A=1,A=2", "1"), ("junk,A=1", nil), ("AA=1", nil), ("", nil), ("A", nil), ("=1", nil),
        ] as [(String, String?)])
    func reads(text: String, value: String?) {
        #expect(HLSAttributes(text[...])["A"] == value)
    }
}
