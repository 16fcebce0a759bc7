import RadioCore
import Testing

struct SafeTextDecodingTests {
    @Test(
        "reads UTF-8, then the charset that is named, then windows-1252",
        arguments: [
            ([0x42, 0x6A, 0xC3, 0xB6, 0x72, 0x6B], nil, "Björk"),
            ([0x42, 0x6A, 0xC3, 0xB6, 0x72, 0x6B], "windows-1251", "Björk"),
            ([0x42, 0x6A, 0xF6, 0x72, 0x6B], nil, "Björk"),
            ([0x42, 0x6A, 0xF6, 0x72, 0x6B], "utf-8", "Björk"),
            ([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "windows-1251", "Привет"),
            ([0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "KOI8-R", "Привет"),
            ([0x93, 0x8C, 0x8B, 0x9E], "Shift_JIS", "東京"),
            ([0x63, 0x61, 0x66, 0xE9], "no-such-charset", "café"),
            ([0x63, 0x61, 0x66, 0xE9], "latin1//TRANSLIT", "café"),
            ([0x63, 0x61, 0x66, 0xE9], "", "café"),
            ([0x63, 0x61, 0x66, 0xE9], "../../../tmp/evil", "café"),
            ([0x80, 0x96, 0x99], nil, "€–™"),
            ([], nil, ""),
        ] as [([UInt8], String?, String)])
    func decodes(bytes: [UInt8], charset: String?, text: String) {
        #expect(SafeText.decode(bytes, charset: charset) == text)
    }

    @Test("leaves out a last character that was cut, where the rest shows that it is UTF-8")
    func leavesOutCutCharacter() {
        let title = Array("Sigur Rós – 東京 😀".utf8)
        #expect(SafeText.decode(title.dropLast(1), charset: nil) == "Sigur Rós – 東京 ")
        #expect(SafeText.decode(title.dropLast(3), charset: nil) == "Sigur Rós – 東京 ")
        #expect(SafeText.decode(title.dropLast(6), charset: nil) == "Sigur Rós – 東")
    }

    @Test("leaves out a last character that was cut in the named charset")
    func leavesOutCutCharacterOfCharset() {
        #expect(SafeText.decode([0x93, 0x8C, 0x8B], charset: "Shift_JIS") == "東")
    }

    @Test("gives every single byte and every pair of bytes a text, whatever the charset")
    func decodesEverything() {
        for charset in [nil, "utf-8", "windows-1251", "Shift_JIS", "EUC-KR", "ISO-2022-JP", "UTF-16", "UTF-7"] {
            for high in UInt8.min...UInt8.max {
                let text = SafeText.decode([high, 0x41], charset: charset)
                #expect(SafeText.clean(text).count <= 2)
            }
        }
    }

    @Test("converts more than fits into one go")
    func decodesLongText() {
        let bytes = [UInt8](repeating: 0xCF, count: 10_000)
        #expect(SafeText.decode(bytes, charset: "windows-1251") == String(repeating: "П", count: 10_000))
    }
}
