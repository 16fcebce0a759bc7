extension SafeURL {
    /// Names of parameters that hold secrets, in lower case without anything but letters and digits.
    private static let secretNames: Set<String> = [
        "pass", "pwd", "pw", "sig", "sid", "jwt", "hdnts", "hdnea", "policy",
    ]
    /// What such names contain.
    private static let secretParts = [
        "token", "secret", "password", "passwd", "passphrase", "signature", "session", "credential", "auth", "hmac",
    ]

    /// `url` without its user part (RFC 3986, 3.2.1), which also makes nothing of an `@` in a path.
    ///
    /// A password with an unescaped `/`, `?` or `#` ends the authority too early and leaves a port that is no number;
    /// then everything up to the last `@` is taken for the user part.
    static func withoutUser(_ url: String) -> String {
        let start = url.prefix(scheme(of: url).map { $0.count + 3 } ?? (url.hasPrefix("//") ? 2 : 0))
        let rest = url.dropFirst(start.count)
        let authority = rest.prefix { !"/?#\\".contains($0) }
        let userPart = authority.contains("@") || hasPort(authority) ? authority : rest
        guard let at = userPart.lastIndex(of: "@") else { return url }
        return String(start + rest[rest.index(after: at)...])
    }

    /// Whether `authority` ends like a host, with or without a port, rather than in the middle of a password.
    private static func hasPort(_ authority: Substring) -> Bool {
        guard let colon = authority.lastIndex(of: ":"), authority.last != "]" else { return true }
        return authority[colon...].dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// `url` with the value of each parameter masked (`?a=b&c=d#e=f`) whose name looks like a secret's.
    static func withoutSecrets(_ url: String) -> String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        var result = String(address)
        var rest = url[address.endIndex...]
        while let first = rest.first {
            let field = rest.dropFirst().prefix { !"?&;#".contains($0) }
            result.append(first)
            result += masked(field)
            rest = rest[field.endIndex...]
        }
        return result
    }

    private static func masked(_ field: Substring) -> String {
        guard let equals = field.firstIndex(of: "="), isSecret(field[..<equals]) else { return String(field) }
        return field[...equals] + mask
    }

    private static func isSecret(_ name: Substring) -> Bool {
        let plain = String(percentDecoded(name).lowercased().filter { $0.isLetter || $0.isNumber })
        return secretNames.contains(plain) || plain.hasSuffix("key") || secretParts.contains { plain.contains($0) }
    }

    /// `text` with each `%XX` made the byte that it stands for; what is no such escape stays.
    private static func percentDecoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
