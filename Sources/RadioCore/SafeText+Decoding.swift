extension SafeText {
    /// What windows-1252 means by the bytes 0x80 to 0x9F; it leaves five of them open, which mean nothing here either.
    /// Source: https://encoding.spec.whatwg.org/#index-windows-1252
    private static let windows1252: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]

    /// `bytes` as text: UTF-8 where they are valid UTF-8, else by `charset` (an iconv name), else windows-1252, which
    /// gives every byte a meaning. The result is not yet safe to show; that is what `clean` is for.
    ///
    /// UTF-8 is tried first because hardly any text of another charset happens to be valid UTF-8, while a station's
    /// charset is often stated wrongly.
    package static func decode(_ bytes: some Collection<UInt8>, charset: String?) -> String {
        let bytes = Array(bytes)
        if let text = utf8(bytes) { return text }
        if let charset, let text = CharsetConverter(from: charset)?.text(of: bytes) { return text }
        return windows1252(bytes)
    }

    /// `bytes` as UTF-8, or `nil`. A last character that was cut off, as in a title that filled its block, is left out
    /// where other characters show that it is UTF-8 indeed.
    private static func utf8(_ bytes: [UInt8]) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), start >= bytes.count - 3,
            bytes.count - start < sequenceLength(of: bytes[start]),
            let text = String(validating: bytes[..<start], as: UTF8.self)
        else { return nil }
        return text.utf8.contains { $0 >= 0x80 } ? text : nil
    }

    /// How many bytes a UTF-8 sequence has that begins with `lead`.
    private static func sequenceLength(of lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func windows1252(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            scalars.append((0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(scalars)
    }
}
