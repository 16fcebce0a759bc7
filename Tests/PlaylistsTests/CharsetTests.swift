import Playlists
import Testing

struct CharsetTests {
    private func title(_ bytes: [UInt8], contentType: String? = nil, charset: String? = nil) throws -> String? {
        try Playlist.read(bytes, base: Samples.base, contentType: contentType, charset: charset).entries.first?.title
    }

    /// A list of one entry whose title is these bytes.
    private func pls(_ title: [UInt8]) -> [UInt8] {
        Array("[playlist]\nFile1=http://h/a\nTitle1=".utf8) + title
    }

    @Test("reads UTF-8, with and without its mark")
    func readsUTF8() throws {
        #expect(try title(pls(Array("Füße".utf8))) == "Füße")
        #expect(try title([0xEF, 0xBB, 0xBF] + pls(Array("Füße".utf8))) == "Füße")
    }

    @Test("reads UTF-16 by its mark, or as XML by its first bracket, a cut unit included")
    func readsUTF16() throws {
        let text = "[playlist]\r\nFile1=http://h/a\r\nTitle1=Füße 東京 😀\r\n"
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try title([0xFF, 0xFE] + little) == "Füße 東京 😀")
        #expect(try title([0xFE, 0xFF] + big) == "Füße 東京 😀")
        #expect(try title([0xFE, 0xFF] + big + [0]) == "Füße 東京 😀")
        let xml = "<?xml version='1.0' encoding='UTF-16'?>\(Samples.asx.replacing("Example", with: "Füße"))"
        #expect(try title(xml.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == "Füße")
        #expect(try title([0xFE, 0xFF] + xml.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == "Füße")
    }

    @Test("reads windows-1252 where nothing else is said")
    func readsWindows1252() throws {
        #expect(try title(pls([0x46, 0xFC, 0xDF, 0x65, 0x20, 0x96])) == "Füße –")
    }

    @Test("reads what the document, its content type, or the station states, in this order")
    func readsStated() throws {
        let cyrillic: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
        #expect(try title(pls(cyrillic), contentType: "audio/x-scpls; charset=\"windows-1251\"") == "Привет")
        #expect(try title(pls(cyrillic), charset: "windows-1251") == "Привет")
        #expect(try title(pls(cyrillic), contentType: "a/b;charset=koi8-r", charset: "windows-1251") == "оПХБЕР")
        let head = "<?xml version=\"1.0\" encoding=\"windows-1251\"?><asx><entry><ref href='http://h/a'/><title>"
        let document = Array(head.utf8) + cyrillic + Array("</title></entry></asx>".utf8)
        #expect(try title(document, contentType: "a/b;charset=koi8-r") == "Привет")
    }

    @Test("believes no declaration that the bytes belie", arguments: ["windows-1251", "utf-16", "no-such-charset", ""])
    func doubtsDeclarations(charset: String) throws {
        let list = Samples.asx.replacing("Example", with: "Füße")
        #expect(try title(Array("<?xml version=\"1.0\" encoding=\"\(charset)\"?>\(list)".utf8)) == "Füße")
    }
}
