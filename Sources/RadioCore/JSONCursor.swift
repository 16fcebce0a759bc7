/// A place that moves through a JSON text, counting lines and columns, and reads what is not nested.
struct JSONCursor {
    private let bytes: [UInt8]
    private var index = 0
    /// Where the next character stands.
    private(set) var position = JSONPosition.start

    /// Stands at the first character of `bytes`, which must be UTF-8 throughout.
    init(_ bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            while index < error.byteOffsets.lowerBound { advance() }
            throw JSONError(at: position, "the text is not UTF-8 here")
        }
    }

    /// The next byte, `nil` at the end.
    var peek: UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Goes past one byte.
    mutating func advance() {
        let byte = bytes[index]
        index += 1
        // A CR before an LF leaves the line to the LF; the bytes that continue a character are no characters.
        if byte == 0x0A || byte == 0x0D && peek != 0x0A {
            position = JSONPosition(line: position.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            position.column += 1
        }
    }

    /// Goes past white space.
    mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { advance() }
    }

    /// Goes past `word` if it comes next.
    mutating func take(_ word: StaticString) -> Bool {
        let word = word.description.utf8
        guard bytes[index...].starts(with: word) else { return false }
        for _ in word { advance() }
        return true
    }

    /// The error that something else was expected than what comes next.
    func unexpected(_ expected: String) -> JSONError {
        JSONError(at: position, "expected \(expected), found \(next)")
    }

    /// What comes next, in words.
    private var next: String {
        guard peek != nil else { return "the end of the text" }
        guard let scalar = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first else {
            return "nothing"
        }
        let shown = SafeText.clean(String(scalar))
        return shown.isEmpty ? "the character U+\(String(scalar.value, radix: 16, uppercase: true))" : "\"\(shown)\""
    }
}

extension JSONCursor {
    /// Reads a number: `-`?, whole part without leading zeros, fraction?, exponent?
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = index
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return JSONNumber(text: String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func digits() throws(JSONError) {
        guard isDigit(peek) else { throw unexpected("a digit") }
        while isDigit(peek) { advance() }
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension JSONCursor {
    /// Reads a string, from quote to quote.
    mutating func string() throws(JSONError) -> String {
        advance()
        var text: [UInt8] = []
        while true {
            switch peek {
            case UInt8(ascii: "\""):
                advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(try escape()).utf8)
            case .some(let byte) where byte >= 0x20:
                text.append(byte)
                advance()
            case nil: throw JSONError(at: position, "the text ends inside a string")
            default: throw JSONError(at: position, "a control character inside a string must be written as an escape")
            }
        }
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        advance()
        guard let byte = peek else { throw JSONError(at: position, "the text ends inside a string") }
        if byte == UInt8(ascii: "u") { return try unicodeEscape() }
        guard let scalar = Self.simpleEscapes[byte] else {
            throw JSONError(at: start, "this escape is unknown; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX")
        }
        advance()
        return scalar
    }

    private static let simpleEscapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        let mark = self
        if UTF16.isLeadSurrogate(high), take("\\"), peek == UInt8(ascii: "u") {
            let low = try codeUnit()
            if UTF16.isTrailSurrogate(low) { return UTF16.decode(UTF16.EncodedScalar([high, low])) }
        }
        // What follows half a pair stands for itself.
        self = mark
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        advance()
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw unexpected("four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            advance()
        }
        return unit
    }
}
