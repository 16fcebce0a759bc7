/// The members of a JSON object, in their order.
///
/// It is also how events are built: field after field, where one whose value is not known is left out.
package struct JSONObject: Sendable {
    /// A name and its value.
    package struct Member: Sendable {
        /// The name.
        package var key: String
        /// Where the name begins in its text.
        package var position: JSONPosition
        /// The value.
        package var node: JSONNode

        /// Names a value.
        package init(key: String, at position: JSONPosition = .start, node: JSONNode) {
            self.key = key
            self.position = position
            self.node = node
        }
    }

    /// The members in their order; no name comes twice.
    package private(set) var members: [Member]

    /// An object without members.
    package init() {
        members = []
    }

    /// An object of members whose names are known to differ.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value called `key`.
    package subscript(key: String) -> JSONNode? {
        members.first { $0.key == key }?.node
    }

    /// Sets `key` to `value`, in its place where it is there already, else at the end; `nil` changes nothing.
    package mutating func set(_ key: String, _ value: JSONValue?) {
        guard let value else { return }
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].node.value = value
        } else {
            members.append(Member(key: key, node: JSONNode(value)))
        }
    }

    /// Sets `key` to a string; `nil` changes nothing.
    package mutating func set(_ key: String, _ value: String?) {
        set(key, value.map { JSONValue.string($0) })
    }

    /// Sets `key` to a whole number; `nil` changes nothing.
    package mutating func set(_ key: String, _ value: Int?) {
        set(key, value.map { JSONValue.number(JSONNumber($0)) })
    }

    /// Sets `key` to a number; `nil` changes nothing, and neither does what JSON cannot say (NaN, infinities).
    package mutating func set(_ key: String, _ value: Double?) {
        set(key, value.flatMap { JSONNumber($0) }.map { JSONValue.number($0) })
    }

    /// Sets `key` to a truth value; `nil` changes nothing.
    package mutating func set(_ key: String, _ value: Bool?) {
        set(key, value.map { JSONValue.bool($0) })
    }

    /// Sets `key` to an object; `nil` changes nothing.
    package mutating func set(_ key: String, _ value: JSONObject?) {
        set(key, value.map { JSONValue.object($0) })
    }

    /// Sets `key` to an array; `nil` changes nothing.
    package mutating func set(_ key: String, _ values: [JSONValue]?) {
        set(key, values.map { JSONValue.array($0.map { JSONNode($0) }) })
    }
}
