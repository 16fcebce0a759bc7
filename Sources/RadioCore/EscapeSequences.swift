/// Finds the escape sequences of terminals (ECMA-48) in a text, so that nothing of them is left to read either.
enum EscapeSequences {
    /// The longest control sequence that is taken for one; what is longer loses its first character only.
    private static let longest = 64
    /// The longest string sequence (a window title, say) that is looked for the end of.
    private static let longestString = 1024

    /// `scalars` without escape sequences. Characters of an unfinished one stay, without what made it one.
    static func removed(from scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var rest = scalars[...]
        var result = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x1B: skipAfterEscape(&rest)
            // The one-byte forms of the same, which terminals heed as well.
            case 0x9B: skipControlSequence(&rest)
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F: skipString(&rest)
            default: result.append(scalar)
            }
        }
        return result
    }

    private static func skipAfterEscape(_ rest: inout Substring.UnicodeScalarView) {
        guard let next = rest.first else { return }
        switch next {
        case "[":
            rest.removeFirst()
            skipControlSequence(&rest)
        case "]", "P", "X", "^", "_":
            rest.removeFirst()
            skipString(&rest)
        default:
            skipPlainEscape(&rest)
        }
    }

    /// Intermediates, then one final character: `ESC ( B`, `ESC c`.
    private static func skipPlainEscape(_ rest: inout Substring.UnicodeScalarView) {
        let body = rest.drop { (0x20...0x2F).contains($0.value) }
        if let final = body.first, (0x30...0x7E).contains(final.value) { rest = body.dropFirst() }
    }

    /// Parameters and intermediates, then one final character: `ESC [ 31 m`.
    private static func skipControlSequence(_ rest: inout Substring.UnicodeScalarView) {
        let body = rest.prefix(longest).drop { (0x20...0x3F).contains($0.value) }
        guard let final = body.first, (0x40...0x7E).contains(final.value) else { return }
        rest = rest[body.index(after: body.startIndex)...]
    }

    /// Anything up to BEL or a string terminator: `ESC ] 0 ; title BEL`. Without an end nothing but the start is lost.
    private static func skipString(_ rest: inout Substring.UnicodeScalarView) {
        guard let end = rest.prefix(longestString).firstIndex(where: endsString) else { return }
        let after = rest[rest.index(after: end)...]
        switch rest[end].value {
        case 0x07, 0x9C: rest = after
        case 0x1B where after.first == "\\": rest = after.dropFirst()
        // Any other sequence breaks the string off and begins itself.
        default: rest = rest[end...]
        }
    }

    private static func endsString(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x07, 0x1B, 0x9C, 0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F: true
        default: false
        }
    }
}
