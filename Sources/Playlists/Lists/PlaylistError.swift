import RadioCore

/// Why a list leads to no sound.
package struct PlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Kind: Error, Hashable, Sendable {
        /// It has more bytes than a list may have.
        case tooLarge(limit: Int)
        /// It is a page for a browser.
        case webPage
        /// It is no list of any known kind.
        case noList
        /// It is an HLS list where another list was expected.
        case hls
        /// It is of a kind that is not played, as in "it is …".
        case unsupported(String)
        /// It has no entries.
        case empty
        /// It has entries, and none of them may be followed.
        case refused([RefusedEntry])
        /// Lists lead in a circle.
        case loop
        /// Lists lead to lists that lead to lists: more deeply than any station needs.
        case tooDeep(limit: Int)
        /// More lists than any station needs.
        case tooMany(limit: Int)
        /// An HLS list breaks the rules, as in "it has …".
        case malformed(String)
        /// An HLS stream is encrypted in a way that is not for us; the method as the list names it, safe to show.
        case encrypted(String)
    }

    /// What kind of failure it is.
    package let kind: Kind
    /// The list's URL, without secrets.
    package let url: String

    /// Describes a failure of the list at `url`, from which secrets are taken out here.
    package init(_ kind: Kind, url: String) {
        self.kind = kind
        self.url = SafeURL.redacted(url)
    }

    /// A stable name for scripts.
    package var code: String {
        switch kind {
        case .tooLarge, .tooDeep, .tooMany: "playlist-too-large"
        case .webPage: "playlist-web-page"
        case .noList, .hls, .unsupported: "playlist-unsupported"
        case .empty: "playlist-empty"
        case .refused: "playlist-refused"
        case .loop: "playlist-loop"
        case .malformed: "playlist-malformed"
        case .encrypted: "playlist-encrypted"
        }
    }

    /// One sentence that says what happened and what to do.
    package var description: String {
        switch kind {
        case .tooLarge(let limit):
            "\(subject) is longer than a list may be (\(limit / 1024) KiB); check that the address is a station's"
        case .webPage:
            "\(subject) is a web page, not a stream; look there for the address of the stream itself"
        case .noList:
            "\(subject) is no list of streams; check the address"
        case .hls:
            "\(subject) is an HLS list where another list was expected; use the address of a stream"
        case .unsupported(let what):
            "\(subject) is \(what), which is not played; look for another address of the station"
        case .empty:
            "\(subject) is a list without entries; the station may be off air"
        case .refused(let entries):
            "\(subject) leads nowhere that may be played: \(Self.reasons(entries)); only http and https are followed"
        case .loop:
            "\(subject) leads back to itself; use the address of a stream"
        case .tooDeep(let limit):
            "\(subject) lies more than \(limit) lists deep; use the address of a stream"
        case .tooMany(let limit):
            "\(subject) is one list too many, after \(limit) without a stream; use the address of a stream"
        case .malformed(let what):
            "\(subject) is a broken HLS list: \(what); the station has to mend it"
        case .encrypted(let method):
            "\(subject) is encrypted (\(method)), which cannot be played; look for another address of the station"
        }
    }

    private var subject: String { url.isEmpty ? "the playlist" : url }

    /// What the entries are: each reason once, with the first of its addresses.
    private static func reasons(_ entries: [RefusedEntry]) -> String {
        var seen: Set<LinkRefusal> = []
        let firsts = entries.filter { seen.insert($0.refusal).inserted }.prefix(3)
        return firsts.map { "\($0.address.prefix(80)) is \($0.refusal)" }.joined(separator: ", ")
    }
}
