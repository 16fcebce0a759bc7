/// Reads JSON strictly (RFC 8259), keeping places, order and exact numbers.
///
/// A byte order mark is passed over; a name that comes twice in an object is an error, as it cannot be told which was
/// meant. Depth and size are bounded. Half a surrogate pair, which the grammar allows, becomes U+FFFD.
package struct JSONReader {
    /// How deep arrays and objects may lie in each other.
    package static let deepest = 64
    /// How many bytes a text may have where nothing else is asked for.
    package static let standardLimit = 1 << 20

    private var cursor: JSONCursor
    private var depth = 0

    /// Reads `bytes` as one JSON text of at most `limit` bytes.
    package static func read(
        _ bytes: some Collection<UInt8>, limit: Int = standardLimit
    ) throws(JSONError) -> JSONNode {
        guard bytes.count <= limit else {
            throw JSONError(at: .start, "the text is longer than \(limit) bytes")
        }
        var reader = JSONReader(cursor: try JSONCursor(Array(bytes)))
        let node = try reader.value()
        reader.cursor.skipSpace()
        guard reader.cursor.peek == nil else { throw reader.cursor.unexpected("the end of the text") }
        return node
    }

    private mutating func value() throws(JSONError) -> JSONNode {
        cursor.skipSpace()
        let position = cursor.position
        return JSONNode(try bareValue(), at: position)
    }

    private mutating func bareValue() throws(JSONError) -> JSONValue {
        switch cursor.peek {
        case UInt8(ascii: "{"): try nested { reader throws(JSONError) in .object(try reader.object()) }
        case UInt8(ascii: "["): try nested { reader throws(JSONError) in .array(try reader.array()) }
        case UInt8(ascii: "\""): .string(try cursor.string())
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): .number(try cursor.number())
        default: try word()
        }
    }

    private mutating func word() throws(JSONError) -> JSONValue {
        if cursor.take("true") { return .bool(true) }
        if cursor.take("false") { return .bool(false) }
        if cursor.take("null") { return .null }
        throw cursor.unexpected("a value")
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.deepest else {
            throw JSONError(at: cursor.position, "nested more than \(Self.deepest) deep")
        }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func array() throws(JSONError) -> [JSONNode] {
        cursor.advance()
        var elements: [JSONNode] = []
        cursor.skipSpace()
        if cursor.take("]") { return elements }
        while true {
            elements.append(try value())
            cursor.skipSpace()
            if cursor.take("]") { return elements }
            guard cursor.take(",") else { throw cursor.unexpected("\",\" or \"]\"") }
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        cursor.advance()
        var members: [JSONObject.Member] = []
        var keys: Set<String> = []
        cursor.skipSpace()
        if cursor.take("}") { return JSONObject(distinct: members) }
        while true {
            members.append(try member(besides: &keys))
            cursor.skipSpace()
            if cursor.take("}") { return JSONObject(distinct: members) }
            guard cursor.take(",") else { throw cursor.unexpected("\",\" or \"}\"") }
        }
    }

    private mutating func member(besides keys: inout Set<String>) throws(JSONError) -> JSONObject.Member {
        cursor.skipSpace()
        let position = cursor.position
        guard cursor.peek == UInt8(ascii: "\"") else { throw cursor.unexpected("a name in quotes") }
        let key = try cursor.string()
        guard keys.insert(key).inserted else {
            throw JSONError(at: position, "\"\(SafeText.clean(key, limit: 40))\" comes twice in one object")
        }
        cursor.skipSpace()
        guard cursor.take(":") else { throw cursor.unexpected("\":\"") }
        return JSONObject.Member(key: key, at: position, node: try value())
    }
}
