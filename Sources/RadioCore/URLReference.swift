/// A URL, or a reference that is relative to one, in its five parts (RFC 3986, section 3 and appendix B).
///
/// Every text has these parts; whether they make a URL that can be asked for, `SafeURL.isHTTP` tells. What may not
/// stand in a path, a query or a fragment is percent-encoded, as browsers do: lists name files as people write them.
package struct URLReference: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case, without its colon; `nil` in a relative reference.
    package let scheme: String?
    /// Who is asked: `user:password@host:port`.
    private(set) var authority: String?
    private(set) var path: String
    private(set) var query: String?
    private(set) var fragment: String?

    /// Takes `text` apart.
    package init(_ text: String) {
        var rest = text[...]
        scheme = Self.takeScheme(of: &rest)
        fragment = Self.takeEnd(of: &rest, from: UInt8(ascii: "#")).map(Self.escaped)
        query = Self.takeEnd(of: &rest, from: UInt8(ascii: "?")).map(Self.escaped)
        if rest.utf8.starts(with: "//".utf8) {
            let start = rest.utf8.dropFirst(2)
            let end = start.firstIndex(of: UInt8(ascii: "/")) ?? start.endIndex
            authority = String(rest[start.startIndex..<end])
            rest = rest[end...]
        }
        path = Self.escaped(rest)
    }

    private init(scheme: String?, of other: URLReference) {
        self.scheme = scheme
        authority = other.authority
        path = other.path
        query = other.query
        fragment = other.fragment
    }

    /// The parts put together again (RFC 3986, 5.3).
    package var description: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
            + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }

    /// What this reference means in a document that was fetched from `base` (RFC 3986, 5.2.2).
    package func resolved(against base: URLReference) -> URLReference {
        var target = URLReference(scheme: scheme ?? base.scheme, of: self)
        if scheme == nil, authority == nil {
            target.authority = base.authority
            if path.isEmpty {
                target.path = base.path
                target.query = query ?? base.query
            } else if !path.hasPrefix("/") {
                target.path = base.merged(with: path)
            }
        }
        target.path = Self.withoutDots(target.path)
        return target
    }

    /// The same for every way to write the same address: the host in lower case, no port that goes without saying, no
    /// fragment (RFC 3986, 6.2).
    package var key: String {
        var normal = self
        normal.fragment = nil
        if path.isEmpty { normal.path = "/" }
        if let authority {
            let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
            var host = authority.dropFirst(user.count).lowercased()
            let port = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ":"
            if host.hasSuffix(port) { host.removeLast(port.count) }
            normal.authority = user + host
        }
        return normal.description
    }
}

// All of it goes by bytes, as servers do: a combining mark behind a delimiter would make another character of it.
extension URLReference {
    private static func takeScheme(of rest: inout Substring) -> String? {
        guard let end = rest.utf8.firstIndex(where: { !isOfScheme($0) }), rest.utf8[end] == UInt8(ascii: ":"),
            let first = rest.first, first.isLetter
        else { return nil }
        defer { rest = rest[rest.utf8.index(after: end)...] }
        return rest[..<end].lowercased()
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    private static func takeEnd(of rest: inout Substring, from mark: UInt8) -> Substring? {
        guard let start = rest.utf8.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<start] }
        return rest[rest.utf8.index(after: start)...]
    }

    /// RFC 3986, 5.2.3.
    private func merged(with relative: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return authority == nil ? relative : "/" + relative
        }
        return path[...slash] + relative
    }

    /// `path` with `.` and `..` carried out (RFC 3986, 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        var kept: [Substring] = []
        let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.map(Substring.init).enumerated() {
            let isDots = segment == "." || segment == ".."
            if segment == ".." { _ = kept.popLast() }
            if !isDots { kept.append(segment) } else if index == segments.count - 1 { kept.append("") }
        }
        return "/" + kept.joined(separator: "/")
    }

    /// `text` with each byte percent-encoded that may not stand in a URL (RFC 3986, 2.1); escapes stay as they are.
    private static func escaped(_ text: Substring) -> String {
        guard text.utf8.contains(where: isForbidden) else { return String(text) }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isForbidden(byte) {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += Array((digits.count == 1 ? "%0" : "%").utf8) + Array(digits.utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x7F || "\"<>\\^`{|}".utf8.contains(byte)
    }
}
