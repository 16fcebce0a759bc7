/// URLs as they may be shown: in events, on a terminal, in a log.
public enum SafeURL {
    /// How many Characters a shown URL has at most.
    private static let limit = 512
    /// What stands in the place of a secret.
    static let mask = "***"

    /// `url` without user name and password, with the values of parameters that look like secrets masked, and safe to
    /// print. Also makes the best of what is no proper URL: where in doubt, more is hidden.
    public static func redacted(_ url: String) -> String {
        // Cleaned before anything is looked for, as hidden characters might hide a secret's name, and cut to length
        // only afterwards, as a cut might hide the "@" that makes a password of what stands before it.
        let text = SafeText.clean(url, limit: url.utf8.count)
        return SafeText.clean(withoutSecrets(withoutUser(text)), limit: limit)
    }

    /// The scheme of `url` in lower case, without the colon; `nil` where no `scheme://` begins it (RFC 3986, 3.1).
    public static func scheme(of url: String) -> String? {
        guard let end = url.firstRange(of: "://")?.lowerBound, let first = url.first, first.isASCII, first.isLetter
        else { return nil }
        let scheme = url[..<end]
        guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
            return nil
        }
        return String(scheme).lowercased()
    }

    /// Whether `url` is an http or https URL that names a host and holds no space and no control character.
    package static func isHTTP(_ url: String) -> Bool {
        guard let scheme = scheme(of: url), scheme == "http" || scheme == "https",
            url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
        else { return false }
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return !host.isEmpty && host.first != ":"
    }
}
