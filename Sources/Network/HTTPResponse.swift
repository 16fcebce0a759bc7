import RadioCore

/// The head of a final answer.
package struct HTTPResponse: Hashable, Sendable {
    /// One header field as it came.
    package struct Field: Hashable, Sendable {
        /// The name in lower case.
        package let name: String
        /// The bytes of the value, without the space around them; in any charset.
        package let bytes: [UInt8]

        /// A field called `name` (lower case).
        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The status code of the status line, of one that begins with `ICY` too.
    package let status: Int
    /// Where the answer came from in the end. It may hold a secret: show it through `SafeURL.redacted` only.
    package let url: String
    /// The header fields in their order, repeated ones too.
    package let fields: [Field]

    /// The head of an answer from `url`.
    package init(status: Int, url: String, fields: [Field]) {
        self.status = status
        self.url = url
        self.fields = fields
    }

    /// The first value called `name` (lower case) as text that is safe to show.
    ///
    /// UTF-8 where it is valid, else `charset`, else windows-1252.
    package func value(_ name: String, charset: String? = nil) -> String? {
        fields.first { $0.name == name }.map { SafeText.clean(SafeText.decode($0.bytes, charset: charset)) }
    }

    /// The first value called `name` as the number that it begins with; `nil` when it begins with none.
    package func number(_ name: String) -> Int? {
        guard let text = value(name) else { return nil }
        return Int(text.prefix { $0.isASCII && $0.isNumber })
    }

    /// How long the server asks us to stay away (`Retry-After`, RFC 9110 section 10.2.3).
    ///
    /// A date is measured against the server's own clock, and counts for nothing when the server does not tell that.
    package var retryAfter: Duration? {
        guard let text = value("retry-after") else { return nil }
        if let seconds = Int(text), seconds >= 0 { return .seconds(min(seconds, Int(Int32.max))) }
        guard let until = HTTPDate.unixSeconds(text), let now = value("date").flatMap(HTTPDate.unixSeconds) else {
            return nil
        }
        return .seconds(max(0, until - now))
    }
}
