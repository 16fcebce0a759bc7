import RadioCore

/// Makes URLs that can be fetched of what a list says, and refuses everything that is neither http nor https.
struct LinkResolver {
    /// How many bytes an address has at most.
    static let longest = 8192
    /// How many characters of a refused scheme are told.
    private static let longestScheme = 24

    private let base: URLReference

    /// A resolver for the list that was fetched from `base`, behind all redirects.
    init(base: String) {
        self.base = URLReference(base)
    }

    /// The URL that `reference` means in the list (RFC 3986, 5.2).
    func url(of reference: some StringProtocol) throws(LinkRefusal) -> String {
        guard reference.utf8.count <= Self.longest else { throw .tooLong }
        let text = String(ListText.trimmed(reference))
        guard !text.isEmpty else { throw .malformed }
        let link = URLReference(text)
        if text.hasPrefix("\\\\") || link.scheme?.count == 1 { throw .localFile }
        if let scheme = link.scheme, scheme != "http", scheme != "https" {
            throw .scheme(SafeText.clean(scheme, limit: Self.longestScheme))
        }
        let url = link.resolved(against: base).description
        guard SafeURL.isHTTP(url), url.utf8.count <= Self.longest else { throw .malformed }
        return url
    }

    /// Whether `line` begins with a scheme and `://`.
    static func namesScheme(_ line: Substring) -> Bool {
        SafeURL.scheme(of: String(line.prefix(longestScheme))) != nil
    }

    /// Whether `line` may be the beginning of a scheme and `://`.
    static func mayBecomeScheme(_ line: Substring) -> Bool {
        let scheme = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return !scheme.isEmpty && "://".hasPrefix(line[scheme.endIndex...])
    }
}
