import Testing

@testable import CLI

@Suite struct KeyParserTests {
    /// What bytes mean, once nothing more comes.
    static let cases: [(bytes: String, keys: [Key])] = [
        ("q", [.character("q")]), (" +-?", [.character(" "), .character("+"), .character("-"), .character("?")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OD", [.up, .left]), ("\u{1B}", [.escape]), ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}[1;5Aq", [.character("q")]), ("\u{1B}[15~n", [.character("n")]), ("\u{1B}[[An", [.character("n")]),
        ("\u{1B}[M !!n", [.character("n")]), ("\u{1B}[<0;1;1Mn", [.character("n")]),
        ("\u{1B}[?1;2cm", [.character("m")]), ("\u{1B}qn", [.character("n")]), ("\u{1B}(Bn", [.character("n")]),
        ("\u{1B}]0;q\u{07}n", [.character("n")]), ("\u{1B}Pq1\u{1B}\\n", [.character("n")]),
        ("\u{1B}[200~quit 1 2\n\u{1B}[A\u{1B}[201~m", [.character("m")]), ("äq漢😀", [.character("q")]),
        ("\u{04}\u{0D}\u{7F}l", [.character("l")]), ("\u{1B}[1234567890123456789;1~i", [.character("i")]),
        ("\u{1B}[\u{1B}[B", [.down]),
    ]

    private func keys(of pieces: [[UInt8]]) -> [Key] {
        var parser = KeyParser()
        let keys = pieces.flatMap { parser.feed($0, at: .zero) }
        return keys + parser.expire(at: .seconds(60))
    }

    @Test(arguments: cases)
    func `makes the same keys of the same bytes at every split`(bytes: String, keys: [Key]) {
        let bytes = Array(bytes.utf8)
        #expect(self.keys(of: [bytes]) == keys)
        #expect(self.keys(of: bytes.map { [$0] }) == keys)
        for split in bytes.indices {
            #expect(self.keys(of: [Array(bytes[..<split]), Array(bytes[split...])]) == keys)
        }
    }

    @Test func `a lone escape becomes a key when its time is over, not before`() {
        var parser = KeyParser()
        #expect(parser.feed([0x1B], at: .seconds(5)).isEmpty)
        #expect(parser.deadline == .seconds(5) + KeyParser.escapeTimeout)
        #expect(parser.expire(at: .seconds(5)).isEmpty)
        #expect(parser.expire(at: .seconds(5) + KeyParser.escapeTimeout) == [.escape])
        #expect(parser.deadline == nil)
    }

    @Test func `a late byte does not join an escape whose time is over`() {
        var parser = KeyParser()
        #expect(parser.feed([0x1B], at: .zero).isEmpty)
        #expect(parser.feed(Array("n".utf8), at: .seconds(1)) == [.escape, .character("n")])
    }

    @Test(arguments: ["\u{1B}[12", "\u{1B}]title", "\u{1B}[200~pasted", "\u{1B}O"])
    func `an unfinished sequence is given up and takes no key with it`(start: String) {
        var parser = KeyParser()
        #expect(parser.feed(start.utf8, at: .zero).isEmpty)
        #expect(parser.feed("n".utf8, at: KeyParser.sequenceTimeout) == [.character("n")])
    }

    @Test func `waits for nothing between keys`() {
        var parser = KeyParser()
        _ = parser.feed("q\u{1B}[A".utf8, at: .zero)
        #expect(parser.deadline == nil)
    }
}
