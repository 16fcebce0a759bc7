import Playlists

/// The way from a station's address to its sound, through the lists that lie between. Pure.
///
/// Addresses are tried in the order in which the lists name them, each list where it stands; but the one that brought
/// sound the last time comes first.
struct StreamWalk: Sendable {
    private struct Stop {
        var url: String
        /// The list that led here; `nil` for the station's own address.
        var parent: String?
    }

    private var ahead: [Stop]
    private var trail = PlaylistTrail()
    private var current: Stop?
    private let preferred: String?
    private let useless: Set<String>

    /// A walk that begins at `url`. Of a list's entries `preferred` comes first; those in `useless` are passed over.
    init(from url: String, preferring preferred: String?, without useless: Set<String>) {
        ahead = [Stop(url: url, parent: nil)]
        self.preferred = preferred
        self.useless = useless
    }

    /// Whether there is more to try.
    var hasMore: Bool { !ahead.isEmpty }

    /// The next address to try.
    mutating func next() -> String? {
        current = ahead.isEmpty ? nil : ahead.removeFirst()
        return current?.url
    }

    /// What was tried last is a list of streams: its entries come next.
    mutating func enter(_ list: StreamList, charset: String?) throws(PlaylistError) {
        guard let stop = current else { return }
        try trail.enter(stop.url, from: stop.parent)
        let playlist = try Playlist.read(
            list.bytes, base: list.url, contentType: list.contentType, charset: charset)
        let entries = playlist.entries.map(\.url).filter { !useless.contains($0) }
        let first = entries.filter { $0 == preferred }
        ahead = (first + entries.filter { $0 != preferred }).map { Stop(url: $0, parent: stop.url) } + ahead
    }
}
