/// What a listener hears at a moment, as far as anybody has said.
public struct NowPlaying: Hashable, Sendable {
    /// Who said so, by the names of the `nowplaying` event.
    public enum Source: String, Hashable, Sendable {
        case icy
        case vorbisComment = "vorbis-comment"
        case station
    }

    /// The id of the station.
    public var station: String
    /// The artist, if known.
    public var artist: String?
    /// The title, if known.
    public var title: String?
    /// The album, if known.
    public var album: String?
    /// What to show on one line; never empty.
    public var text: String
    /// Who is at the desk, if known.
    public var dj: String?
    /// Whether a person is at the desk.
    public var live: Bool
    /// Who said so.
    public var source: Source
    /// Whether its source has been lost for longer than the watchdog allows.
    public var stale: Bool

    /// Describes what is heard.
    public init(
        station: String, artist: String? = nil, title: String? = nil, album: String? = nil, text: String,
        dj: String? = nil, live: Bool = false, source: Source, stale: Bool = false
    ) {
        self.station = station
        self.artist = artist
        self.title = title
        self.album = album
        self.text = text
        self.dj = dj
        self.live = live
        self.source = source
        self.stale = stale
    }
}
