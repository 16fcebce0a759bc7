/// How many cells of a terminal a text takes, and how to cut it to a width. Pure, and the same in every locale.
package enum DisplayCells {
    /// The cells of `text`, which holds no control characters.
    package static func width(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// The longest start of `text` that fits `width` cells, ending in `…` where something was cut off.
    package static func cut(_ text: String, to width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        guard width > 0 else { return "" }
        var cells = 0
        var result = ""
        for character in text {
            cells += self.width(of: character)
            guard cells <= width - 1 else { break }
            result.append(character)
        }
        return result + "…"
    }

    /// `text` followed by spaces up to `width` cells.
    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - self.width(of: text)))
    }

    /// The cells of one user-perceived character: those of its widest scalar, and two where it asks for a picture.
    private static func width(of character: Character) -> Int {
        var cells = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F { return 2 }
            cells = max(cells, width(of: scalar))
        }
        return cells
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        if (0x20...0x7E).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // Hangul's medial vowels and final consonants stand in the cells of their first consonant.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return isWide(scalar) ? 2 : 1
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
    }

    /// The blocks whose characters are wide by Unicode's annex 11 (East Asian Width W and F).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
