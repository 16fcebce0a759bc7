import RadioCore

/// The text of a list, whatever charset it came in, and its lines. Pure.
enum ListText {
    /// How far into an XML document its declaration reaches at most, in bytes.
    private static let longestDeclaration = 256

    /// `bytes` as text: by a byte order mark; else as UTF-8, if they are valid; else by the charset that the document
    /// itself, its `contentType` or the station's `charset` states, in this order; else as windows-1252.
    static func decode(_ bytes: [UInt8], contentType: String?, charset: String?) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return SafeText.decode(bytes.dropFirst(3), charset: nil) }
        if isUTF16(bytes, [0xFF, 0xFE], [0x3C, 0x00]) { return utf16(bytes) { UInt16($1) << 8 | UInt16($0) } }
        if isUTF16(bytes, [0xFE, 0xFF], [0x00, 0x3C]) { return utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
        let stated = declaredCharset(bytes) ?? contentType.flatMap { value("charset=", in: $0[...]) } ?? charset
        return SafeText.decode(bytes, charset: stated)
    }

    /// The lines of `text` that hold anything, trimmed. A line ends with LF, CR or both.
    static func lines(of text: some StringProtocol) -> some Sequence<Substring> {
        Substring(text).utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .lazy.map { trimmed(Substring($0)) }.filter { !$0.isEmpty }
    }

    /// `text` without white space, byte order marks, padding and DOS's end of file at its ends.
    static func trimmed(_ text: some StringProtocol) -> Substring {
        var scalars = Substring(text).unicodeScalars
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return Substring(scalars)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        ["\u{0}", "\u{1A}", "\u{FEFF}"].contains(scalar) || scalar.properties.isWhitespace
    }

    /// Whether `bytes` begin with that `mark`, or with the `bracket` that an XML document begins with.
    private static func isUTF16(_ bytes: [UInt8], _ mark: [UInt8], _ bracket: [UInt8]) -> Bool {
        bytes.starts(with: mark) || bytes.starts(with: bracket)
    }

    private static func utf16(_ bytes: [UInt8], unit: (UInt8, UInt8) -> UInt16) -> String {
        let starts = stride(from: 0, to: bytes.count - 1, by: 2)
        return String(decoding: starts.map { unit(bytes[$0], bytes[$0 + 1]) }, as: UTF16.self)
    }

    /// What an XML declaration says of its document's encoding (XML 1.0, 4.3.3).
    private static func declaredCharset(_ bytes: [UInt8]) -> String? {
        let head = trimmed(String(decoding: bytes.prefix(longestDeclaration), as: UTF8.self))
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>")?.lowerBound else { return nil }
        return value("encoding=", in: head[..<end])
    }

    /// What follows `name` in `text`, with or without quotes.
    private static func value(_ name: String, in text: Substring) -> String? {
        let text = text.lowercased()
        guard let start = text.firstRange(of: name)?.upperBound else { return nil }
        let value = text[start...].drop { "\"' ".contains($0) }.prefix { !"\"'; ".contains($0) }
        return value.isEmpty ? nil : String(value)
    }
}
