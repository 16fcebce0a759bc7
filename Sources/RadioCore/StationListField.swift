/// A value in a station list and the way to it, so that every complaint about it can say where it stands.
struct StationListField {
    /// How many Characters of a wrong value are shown.
    private static let longestShown = 60

    /// What errors call the file.
    let file: String
    /// The value.
    let node: JSONNode
    /// What errors call the station, `nil` outside of one.
    var station: String?
    /// The way to it: `streams[0].url`; empty for a station or the list itself.
    let path: String

    /// The member called `key`; `nil` where there is none or it is `null`.
    func member(_ key: String) throws(StationListError) -> StationListField? {
        guard node.object != nil else { throw expected("an object") }
        guard let member = node[key], !member.isNull else { return nil }
        return StationListField(file: file, node: member, station: station, path: path.isEmpty ? key : "\(path).\(key)")
    }

    /// The member called `key`, or the error that `expectation` is missing.
    func required(_ key: String, _ expectation: String) throws(StationListError) -> StationListField {
        if let member = try member(key) { return member }
        let field = path.isEmpty ? key : "\(path).\(key)"
        throw error(field, "expected \(expectation), found none")
    }

    /// The elements of a list that has some.
    func elements(_ expectation: String, atLeast: String) throws(StationListError) -> [StationListField] {
        let elements = try self.elements(expectation)
        guard !elements.isEmpty else { throw error(path, "expected \(atLeast), found an empty list") }
        return elements
    }

    /// The elements of a list.
    func elements(_ expectation: String) throws(StationListError) -> [StationListField] {
        guard let array = node.array else { throw expected(expectation) }
        return array.enumerated().map { index, element in
            StationListField(file: file, node: element, station: station, path: "\(path)[\(index)]")
        }
    }

    /// The error that something else was expected than what stands here.
    func expected(_ expectation: String) -> StationListError {
        error(path, "expected \(expectation), found \(found)")
    }

    /// The error that what stands here is wrong for a reason of its own.
    func wrong(_ reason: String) -> StationListError {
        error(path, "\(reason): \(found)")
    }

    private func error(_ field: String, _ problem: String) -> StationListError {
        StationListError(
            file: file, position: node.position, station: station, field: field.isEmpty ? nil : field, problem: problem)
    }

    /// What stands here, in words, with no secret in it.
    private var found: String {
        switch node.value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): SafeText.clean(number.text, limit: Self.longestShown)
        case .string(let string): "\"\(Self.shown(string))\""
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The start of `string`, safe to show; without the secrets of a URL where it looks like any part of one.
    private static func shown(_ string: String) -> String {
        let isURL = string.contains { ":?#".contains($0) }
        let text = isURL ? SafeURL.redacted(string) : SafeText.clean(string)
        return text.count > longestShown ? text.prefix(longestShown) + "…" : text
    }
}

extension StationListField {
    /// A string that shows something, made safe.
    func text(limit: Int = SafeText.standardLimit) throws(StationListError) -> String {
        guard let string = node.string else { throw expected("a text") }
        let text = SafeText.clean(string, limit: limit)
        guard !text.isEmpty else { throw expected("a text") }
        return text
    }

    /// A string that goes out as it is, into an HTTP header or a request: printable, on one line.
    func plainString(_ expectation: String) throws(StationListError) -> String {
        guard let string = node.string, !string.isEmpty, string.utf8.count <= 4096,
            string.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw expected(expectation) }
        return string
    }

    /// An http or https URL.
    func url() throws(StationListError) -> String {
        let url = try plainString("an http or https URL")
        guard SafeURL.isHTTP(url) else { throw expected("an http or https URL") }
        return url
    }

    /// A truth value.
    func bool() throws(StationListError) -> Bool {
        guard let bool = node.bool else { throw expected("true or false") }
        return bool
    }

    /// A number in `range`.
    func number(in range: ClosedRange<Double>, _ expectation: String) throws(StationListError) -> Double {
        guard let number = node.double, range.contains(number) else { throw expected(expectation) }
        return number
    }
}
