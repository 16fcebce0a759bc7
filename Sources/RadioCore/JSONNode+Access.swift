extension JSONNode {
    /// Whether it is `null`.
    package var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// The truth value, or `nil` where it is none.
    package var bool: Bool? {
        if case .bool(let bool) = value { bool } else { nil }
    }

    /// The whole number, or `nil` where it is none.
    package var int: Int? {
        if case .number(let number) = value { number.int } else { nil }
    }

    /// The number, or `nil` where it is none.
    package var double: Double? {
        if case .number(let number) = value { number.double } else { nil }
    }

    /// The string, or `nil` where it is none.
    package var string: String? {
        if case .string(let string) = value { string } else { nil }
    }

    /// The elements, or `nil` where it is no array.
    package var array: [JSONNode]? {
        if case .array(let array) = value { array } else { nil }
    }

    /// The object, or `nil` where it is none.
    package var object: JSONObject? {
        if case .object(let object) = value { object } else { nil }
    }

    /// The member called `key`, or `nil` where this is no object or has no such member.
    package subscript(key: String) -> JSONNode? {
        object?[key]
    }
}
