import RadioCore
import Testing

struct JSONReaderTests {
    @Test(
        "reads every kind of value and writes it the same",
        arguments: [
            "null", "true", "false", "0", "-0", "12", "-1.50", "1e3", "1E+05", "2.5e-07", "\"\"", "\"a b\"", "[]", "{}",
            "[1,[2,[]],{}]", "{\"b\":1,\"a\":{\"c\":[null]}}", "\"Björk 東京 😀\"", "123456789012345678901234567890.10",
        ])
    func readsEveryKind(text: String) throws {
        #expect(JSONWriter.compact(try JSONReader.read(text.utf8).value) == text)
    }

    @Test(
        "reads escapes",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u6771""#, "Aé東"),
            (#""\ud83d\ude00""#, "😀"),
            (#""\uD83D\uDE00!""#, "😀!"),
            (#""\ud83dx""#, "\u{FFFD}x"),
            (#""\ude00""#, "\u{FFFD}"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
            (#""\ud83d\n""#, "\u{FFFD}\n"),
            (#""\u0000""#, "\0"),
        ])
    func readsEscapes(text: String, string: String) throws {
        #expect(try JSONReader.read(text.utf8).string == string)
    }

    @Test(
        "names line, column and what was expected",
        arguments: [
            ("", 1, 1, "expected a value, found the end of the text"),
            (" \n ", 2, 2, "expected a value, found the end of the text"),
            ("[1,]", 1, 4, "expected a value, found \"]\""),
            ("[1 2]", 1, 4, "expected \",\" or \"]\", found \"2\""),
            ("{\"a\":1,}", 1, 8, "expected a name in quotes, found \"}\""),
            ("{\"a\" 1}", 1, 6, "expected \":\", found \"1\""),
            ("{\"a\":1 \"b\":2}", 1, 8, "expected \",\" or \"}\", found \"\"\""),
            ("{a:1}", 1, 2, "expected a name in quotes, found \"a\""),
            ("{\n  \"ä\": 東\n}", 2, 8, "expected a value, found \"東\""),
            ("[\r\n1,\r2,\n\r3,x]", 5, 3, "expected a value, found \"x\""),
            ("[\"東京\", x]", 1, 8, "expected a value, found \"x\""),
            ("{\"a\":1,\n \"a\":2}", 2, 2, "\"a\" comes twice in one object"),
            ("\"a", 1, 3, "the text ends inside a string"),
            ("\"a\\", 1, 4, "the text ends inside a string"),
            ("\"a\nb\"", 1, 3, "a control character inside a string must be written as an escape"),
            ("\"\\u12g4\"", 1, 6, "expected four hexadecimal digits, found \"g\""),
            ("\"ab\\x\"", 1, 4, "this escape is unknown; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX"),
            ("01", 1, 2, "expected the end of the text, found \"1\""),
            ("1.", 1, 3, "expected a digit, found the end of the text"),
            (".5", 1, 1, "expected a value, found \".\""),
            ("-", 1, 2, "expected a digit, found the end of the text"),
            ("1e+", 1, 4, "expected a digit, found the end of the text"),
            ("+1", 1, 1, "expected a value, found \"+\""),
            ("NaN", 1, 1, "expected a value, found \"N\""),
            ("nul", 1, 1, "expected a value, found \"n\""),
            ("[1]\u{1B}", 1, 4, "expected the end of the text, found the character U+1B"),
            ("{} // no", 1, 4, "expected the end of the text, found \"/\""),
        ])
    func namesPlaces(text: String, line: Int, column: Int, problem: String) {
        expectError(text.utf8, line: line, column: column, problem: problem)
    }

    private func expectError(_ bytes: some Collection<UInt8>, line: Int, column: Int, problem: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
        #expect(error?.position == JSONPosition(line: line, column: column))
        #expect(error?.problem == problem)
    }

    @Test("knows where every value and every name begins")
    func knowsPlaces() throws {
        let root = try JSONReader.read("\u{FEFF}{ \"a\": [ 1,\n  \"é\", {\"b\": null} ] }".utf8)
        #expect(root.position == JSONPosition(line: 1, column: 1))
        #expect(root["a"]?.position == JSONPosition(line: 1, column: 8))
        #expect(root["a"]?.array?.map(\.position.line) == [1, 2, 2])
        #expect(root["a"]?.array?.map(\.position.column) == [10, 3, 8])
        #expect(root["a"]?.array?.last?.object?.members.first?.position == JSONPosition(line: 2, column: 9))
        #expect(root["a"]?.array?.last?["b"]?.position == JSONPosition(line: 2, column: 14))
    }

    @Test(
        "refuses what is not UTF-8, and says where",
        arguments: [
            ([0x22, 0xFF, 0x22], 2), ([0x22, 0xC3, 0xA9, 0xC3, 0x22], 3), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
        ]
            as [([UInt8], Int)])
    func refusesInvalidUTF8(bytes: [UInt8], column: Int) {
        expectError(bytes, line: 1, column: column, problem: "the text is not UTF-8 here")
    }

    @Test("refuses what is nested too deep, and takes what is just not")
    func boundsDepth() throws {
        let deepest = JSONReader.deepest
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(JSONWriter.compact(try JSONReader.read(nested(deepest).utf8).value) == nested(deepest))
        expectError(nested(deepest + 1).utf8, line: 1, column: deepest + 1, problem: "nested more than 64 deep")
        let objects = String(repeating: "{\"a\":", count: 100_000)
        expectError(objects.utf8, line: 1, column: deepest * 5 + 1, problem: "nested more than 64 deep")
        #expect(try JSONReader.read("[[[]],[[]],[[]]]".utf8).array?.count == 3)
    }

    @Test("refuses what is too long, and takes what is just not")
    func boundsSize() throws {
        #expect(try JSONReader.read("[1]".utf8, limit: 3).array?.count == 1)
        #expect(throws: JSONError.self) { try JSONReader.read("[1] ".utf8, limit: 3) }
    }

    static let document = #"""
        {"version": 1, "é": [true, false, null, -12.5e+3, "a\u00e9\n\ud83d\ude00"],
         "o": {"p": {}, "q": [[], [0]]}}
        """#

    @Test("fails cleanly at every truncation", arguments: 0..<JSONReaderTests.document.utf8.count)
    func failsAtEveryTruncation(length: Int) {
        #expect(throws: JSONError.self) { try JSONReader.read(Self.document.utf8.prefix(length)) }
    }

    @Test("either reads or fails cleanly with any byte changed, and what it reads it writes so that it reads it again")
    func survivesEveryChange() throws {
        let document = Array(Self.document.utf8)
        for index in document.indices {
            for byte in [0, 0x1B, 0x20, 0x22, 0x2C, 0x30, 0x5C, 0x5D, 0x7D, 0x80, 0xC3, 0xFF] as [UInt8] {
                var changed = document
                changed[index] = byte
                guard let node = try? JSONReader.read(changed) else { continue }
                let text = JSONWriter.compact(node.value)
                #expect(JSONWriter.compact(try JSONReader.read(text.utf8).value) == text)
            }
        }
    }
}
