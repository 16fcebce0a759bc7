/// One line of an HLS list (RFC 8216, 4.1).
enum HLSLine: Hashable {
    /// `#EXT…`, and what stands behind its colon.
    case tag(String, Substring)
    /// An address.
    case link(Substring)

    /// Reads a line without blanks at its ends; `nil` for a comment.
    init?(_ line: Substring) {
        guard line.hasPrefix("#") else {
            self = .link(line)
            return
        }
        guard line.hasPrefix("#EXT") else { return nil }
        let name = line.dropFirst().prefix { $0 != ":" }
        self = .tag(String(name), line[name.endIndex...].dropFirst())
    }

    /// Whether it is the tag with that name.
    func isTag(_ name: String) -> Bool {
        if case .tag(name, _) = self { return true }
        return false
    }
}
