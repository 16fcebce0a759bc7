package import RadioCore

/// Knows what is shown of one station, and says when it changes: never twice the same.
///
/// A value, moved by whoever hears: `Playback` tells it a title at the moment that title begins to be heard.
package struct NowPlayingBoard: Sendable {
    private let station: Station

    /// What is shown now.
    package private(set) var current: NowPlaying?

    /// An empty board for `station`.
    package init(station: Station) {
        self.station = station
    }

    /// Takes the in-band title that is heard from now on (`nil`: there is none), and returns what to show if it changed.
    package mutating func heard(_ title: InBandTitle?) -> NowPlaying? {
        let next = title.flatMap(described) ?? stationText
        guard next != current else { return nil }
        current = next
        return next
    }

    /// What is shown while nobody says more: the station's own name.
    private var stationText: NowPlaying {
        NowPlaying(station: station.id, text: station.name, dj: station.dj, source: .station)
    }

    private func described(_ title: InBandTitle) -> NowPlaying? {
        guard !title.text.isEmpty else { return nil }
        let (artist, name) = title.title == nil ? Self.split(title.text) : (title.artist, title.title)
        return NowPlaying(
            station: station.id, artist: artist, title: name, album: title.album, text: title.text, dj: station.dj,
            source: title.source == .icy ? .icy : .vorbisComment)
    }

    /// Splits "artist - title" at the first " - ", which is how ICY titles are written; whole text is a title else.
    static func split(_ text: String) -> (artist: String?, title: String?) {
        let dash = Array(" - ")
        let characters = Array(text)
        guard characters.count > dash.count,
            let place = characters.indices.dropLast(2).first(where: { Array(characters[$0..<$0 + 3]) == dash })
        else { return (nil, text) }
        let artist = String(characters[..<place]).trimmed
        let title = String(characters[(place + 3)...]).trimmed
        guard !artist.isEmpty, !title.isEmpty else { return (nil, text) }
        return (artist, title)
    }
}

extension String {
    /// The text without the spaces at its ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
