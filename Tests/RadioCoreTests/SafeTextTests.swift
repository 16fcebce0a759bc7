import Testing

@testable import RadioCore

struct SafeTextTests {
    @Test(
        "leaves out what could drive a terminal, break a line or deceive a reader",
        arguments: [
            ("plain title", "plain title"),
            ("", ""),
            ("  two \t\r\n words  ", "two words"),
            ("nul\0bell\u{7}back\u{8}del\u{7F}", "nulbellbackdel"),
            ("\u{1B}[31mred\u{1B}[0m", "red"),
            ("\u{1B}[1;31;48;5;200mlong\u{1B}[m", "long"),
            ("\u{1B}]0;owned\u{7}title", "title"),
            ("\u{1B}]8;;http://evil\u{1B}\\link", "link"),
            ("\u{1B}]52;c;no end", "52;c;no end"),
            ("\u{1B}]0;cut\u{1B}[31mred", "red"),
            ("\u{1B}Pq#0\u{1B}\\sixel", "sixel"),
            ("\u{1B}creset \u{1B}(Bset", "reset set"),
            ("\u{9B}31mone byte", "one byte"),
            ("\u{9D}0;t\u{9C}one byte", "one byte"),
            ("end\u{1B}", "end"),
            ("end\u{1B}[", "end"),
            ("\u{1B}[\u{1B}[31mtwice", "twice"),
            ("c1\u{85}next\u{8D}line", "c1 nextline"),
            ("abc\u{202E}fdp.exe\u{202C}", "abcfdp.exe"),
            ("\u{2066}iso\u{2069}late\u{200F}\u{200E}\u{61C}", "isolate"),
            ("line\u{2028}para\u{2029}graph", "line para graph"),
            ("zero\u{200B}width\u{FEFF}\u{2060}\u{AD}", "zerowidth"),
            ("p\u{200D}a\u{200C}y", "pay"),
            ("hangul\u{3164}\u{115F}\u{FFA0}fill", "hangulfill"),
            ("tag\u{E0041}\u{E0001}", "tag"),
            ("private\u{E000}\u{F8FF}", "private"),
            ("\u{301}mark first", "mark first"),
            ("a \u{301}b", "a b"),
            ("nb\u{A0}\u{2003}\u{3000}sp", "nb sp"),
            ("Björk – ☂ 東京 עברית", "Björk – ☂ 東京 עברית"),
            ("👨‍👩‍👧 ❤️ 🇩🇪 👍🏽", "👨‍👩‍👧 ❤️ 🇩🇪 👍🏽"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("joiner at the end 👍\u{200D}", "joiner at the end 👍"),
        ])
    func cleans(text: String, safe: String) {
        #expect(SafeText.clean(text).unicodeScalars.elementsEqual(safe.unicodeScalars))
    }

    @Test("says the same when it cleans a second time, and stays in its limits, for every scalar in every place")
    func cleansEveryScalar() {
        let blocks: [ClosedRange<UInt32>] = [
            0...0x33FF, 0xA490...0xABFF, 0xD7B0...0x1_3460, 0x1_BCA0...0x1_BCA3, 0x1_D160...0x1_D250,
            0x1_F000...0x1_FFFF,
            0xD_FFFE...0xE_0FFF, 0xF_FFFD...0x10_0001, 0x10_FFF0...0x10_FFFF,
        ]
        for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
            let clean = SafeText.clean("a\(scalar)b\u{1B}\(scalar)")
            guard !clean.unicodeScalars.allSatisfy(isHarmless) || SafeText.clean(clean) != clean else { continue }
            Issue.record("U+\(String(scalar.value, radix: 16)) is not made safe: \(clean.unicodeScalars.map(\.value))")
        }
    }

    private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: false
        case .format: scalar.value == 0x200C || scalar.value == 0x200D
        default: scalar.value == 0xFE0F || !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    @Test("keeps no more Characters than asked for, and no space at the cut", arguments: [0, 1, 3, 4, 5, 512])
    func cuts(limit: Int) {
        let clean = SafeText.clean("abc def ghi", limit: limit)
        #expect(clean == ["", "a", "", "abc", "abc", "abc d"][min(limit, 5)] || limit == 1 || limit == 512)
        #expect(clean.count <= limit)
        #expect(clean.last != " ")
    }

    @Test("cuts a negative limit to nothing")
    func cutsToNothing() {
        #expect(SafeText.clean("abc", limit: -1).isEmpty)
        #expect(SafeText.clean("abc", limit: .max) == "abc")
    }

    @Test(
        "bounds what one Character may hold",
        arguments: [
            "a" + String(repeating: "\u{301}", count: 100_000),
            String(repeating: "z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", count: 5_000),
            String(repeating: "👩\u{200D}", count: 50_000) + "👩",
            String(repeating: "\u{1100}", count: 50_000),
            String(repeating: "\u{90}", count: 100_000),
            String(repeating: "\u{1B}]", count: 50_000),
            String(repeating: "\u{1B}[", count: 50_000) + "m",
        ])
    func boundsCharacters(text: String) {
        let clean = SafeText.clean(text)
        #expect(clean.count <= 512)
        #expect(clean.utf8.count <= 512 * SafeText.bytesPerCharacter)
        #expect(clean.unicodeScalars.filter { $0.value == 0x301 }.count <= 512 * 4)
    }

    @Test("keeps four marks on a letter")
    func keepsFourMarks() {
        let clean = SafeText.clean("a\u{301}\u{302}\u{303}\u{304}\u{305}b")
        #expect(clean.unicodeScalars.elementsEqual("a\u{301}\u{302}\u{303}\u{304}b".unicodeScalars))
    }
}
