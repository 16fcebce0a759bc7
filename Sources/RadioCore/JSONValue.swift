/// A JSON value (RFC 8259) that forgets nothing of its text that matters: the order of members and the exact numbers.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONNode])
    case object(JSONObject)
}

/// A value and where it begins in its text.
package struct JSONNode: Sendable {
    /// The value.
    package var value: JSONValue
    /// Where its first character stands; line 1, column 1 for one that was never read.
    package var position: JSONPosition

    /// Places `value` at `position`.
    package init(_ value: JSONValue, at position: JSONPosition = .start) {
        self.value = value
        self.position = position
    }
}

/// A place in a text, both counted from 1; the column counts characters (Unicode scalars), not bytes.
package struct JSONPosition: Hashable, Sendable {
    /// The line; lines end with LF, CR or both.
    package var line: Int
    /// The column in it.
    package var column: Int

    /// The place of the first character.
    package static let start = JSONPosition(line: 1, column: 1)

    /// Names a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A number as it was written, so that rewriting changes no digit.
package struct JSONNumber: Sendable {
    /// Its JSON text.
    package let text: String

    init(text: String) {
        self.text = text
    }

    /// A whole number.
    package init(_ value: Int) {
        text = String(value)
    }

    /// The nearest decimal text of `value`, or `nil` for what JSON has no text for: NaN and the infinities.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = String(describing: value)
    }

    /// Its value where it is a whole number that an `Int` holds exactly, `3.0` and `3e0` included.
    package var int: Int? {
        Int(text) ?? double.flatMap { Int(exactly: $0) }
    }

    /// Its nearest value, `nil` where it is too large for a `Double`.
    package var double: Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
