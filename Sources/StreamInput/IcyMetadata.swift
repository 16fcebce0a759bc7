import RadioCore

/// What the text of one ICY block says. Nothing in it is escaped, so that it takes rules to find where a title ends.
package struct IcyMetadata: Hashable, Sendable {
    /// The title: `nil` when the block names none (the old one stays), empty when it says that none is known.
    package let title: String?

    private static let key = Array("streamtitle".utf8)
    private static let quote = UInt8(ascii: "'")

    /// Reads a block, with or without its padding; `nil` when it is not ICY text, so that alignment may be lost.
    ///
    /// Text is UTF-8 where it is valid, else in `charset`, else windows-1252.
    package init?(block: [UInt8], charset: String?) {
        let text = Self.withoutPadding(block)
        guard Self.isText(text) else { return nil }
        title = Self.titleBytes(in: text).map { bytes in
            let title = SafeText.clean(HTMLEntities.decode(SafeText.decode(bytes, charset: charset))).trimmingBlanks
            // What is left when a server joins an artist and a title that are both empty.
            return title == "-" ? "" : title
        }
    }

    private static func withoutPadding(_ block: [UInt8]) -> ArraySlice<UInt8> {
        var text = block[...]
        while text.last == 0 { text.removeLast() }
        return text
    }

    /// An empty block says nothing; another has a `='` and hardly any byte that is no text.
    private static func isText(_ text: ArraySlice<UInt8>) -> Bool {
        guard !text.isEmpty else { return true }
        let odd = text.count { $0 < 0x20 && ![0x09, 0x0a, 0x0d, 0x1b].contains($0) }
        return odd * 8 <= text.count
            && text.indices.contains { place in
                text[place] == UInt8(ascii: "=") && text[(place + 1)...].first { !$0.isBlank } == quote
            }
    }

    /// The title's bytes: from behind `StreamTitle='` to the first `';` that ends the text or stands before another
    /// `Key='`, with more semicolons between them or not; failing that to the last `'`; failing that, in a text cut
    /// short, to its end.
    private static func titleBytes(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let start = valueStart(in: text) else { return nil }
        let value = text[start...]
        for place in value.indices where value[place] == quote {
            guard place + 1 < value.endIndex, value[place + 1] == UInt8(ascii: ";") else { continue }
            let rest = value[(place + 2)...].drop { $0.isBlank || $0 == UInt8(ascii: ";") }
            if rest.isEmpty || beginsWithKey(rest) { return value[..<place] }
        }
        return value.lastIndex(of: quote).map { value[..<$0] } ?? value
    }

    private static func valueStart(in text: ArraySlice<UInt8>) -> Int? {
        for place in text.indices where text[place...].prefix(key.count).map(\.lowercased).elementsEqual(key) {
            var rest = text[(place + key.count)...].drop { $0.isBlank }
            guard rest.popFirst() == UInt8(ascii: "=") else { continue }
            rest = rest.drop { $0.isBlank }
            guard rest.popFirst() == quote else { continue }
            return rest.startIndex
        }
        return nil
    }

    private static func beginsWithKey(_ text: ArraySlice<UInt8>) -> Bool {
        let rest = text.drop { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        return text.first?.isLetter == true && rest.starts(with: "='".utf8)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let rest = drop(while: \.isWhitespace)
        return String(String(rest.reversed().drop(while: \.isWhitespace)).reversed())
    }
}
