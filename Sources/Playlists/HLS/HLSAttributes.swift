/// The attribute list of a tag: `NAME=value,NAME="quoted, value"` (RFC 8216, 4.2).
struct HLSAttributes {
    private var values: [String: String] = [:]

    /// Reads `text`; where it is broken, what is whole is taken. Of a name that comes twice the first value counts.
    init(_ text: Substring) {
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let name = ListText.trimmed(rest[..<equals].drop { $0 == "," || $0.isWhitespace })
            rest = rest[equals...].dropFirst().drop { $0 == " " }
            let value: Substring
            if rest.hasPrefix("\"") {
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest[value.endIndex...].dropFirst().drop { $0 != "," }
            } else {
                value = rest.prefix { $0 != "," }
                rest = rest[value.endIndex...]
            }
            if values[String(name)] == nil { values[String(name)] = String(ListText.trimmed(value)) }
        }
    }

    /// The value of the attribute `name`, without its quotes.
    subscript(name: String) -> String? { values[name] }

    /// The attribute `name` as a decimal integer.
    func number(_ name: String) -> Int? { values[name].flatMap(DecimalNumber.read) }

    /// Whether the attribute `name` is `YES`.
    func isYes(_ name: String) -> Bool { values[name] == "YES" }
}
