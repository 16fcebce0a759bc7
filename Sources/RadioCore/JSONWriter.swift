/// Writes JSON that any reader takes and that is safe on a terminal: control characters and line separators are escaped.
package enum JSONWriter {
    /// `object` on one line without a line end, as newline-delimited JSON wants it.
    package static func compact(_ object: JSONObject) -> String {
        compact(.object(object))
    }

    /// `value` on one line without a line end.
    package static func compact(_ value: JSONValue) -> String {
        var text = ""
        write(value, indent: nil, to: &text)
        return text
    }

    /// `value` over several lines, indented by two spaces, with a line end at the end.
    package static func pretty(_ value: JSONValue) -> String {
        var text = ""
        write(value, indent: 0, to: &text)
        return text + "\n"
    }

    /// Writes `value`; `indent` is how deep its lines stand, `nil` for one line.
    private static func write(_ value: JSONValue, indent: Int?, to text: inout String) {
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number): text += number.text
        case .string(let string): write(string, to: &text)
        case .array(let nodes):
            list(nodes, in: ("[", "]"), indent: indent, to: &text) { node, indent, text in
                write(node.value, indent: indent, to: &text)
            }
        case .object(let object):
            list(object.members, in: ("{", "}"), indent: indent, to: &text) { member, indent, text in
                write(member.key, to: &text)
                text += indent == nil ? ":" : ": "
                write(member.node.value, indent: indent, to: &text)
            }
        }
    }

    private static func list<Item>(
        _ items: [Item], in brackets: (String, String), indent: Int?, to text: inout String,
        write: (Item, Int?, inout String) -> Void
    ) {
        text += brackets.0
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            breakLine(indent.map { $0 + 1 }, in: &text)
            write(item, indent.map { $0 + 1 }, &text)
        }
        if !items.isEmpty { breakLine(indent, in: &text) }
        text += brackets.1
    }

    private static func breakLine(_ indent: Int?, in text: inout String) {
        guard let indent else { return }
        text += "\n" + String(repeating: "  ", count: indent)
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: text += escaped(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
