/// A title as it lay in the stream, already made safe to show.
public struct InBandTitle: Hashable, Sendable {
    /// Where in the stream it lay.
    public enum Source: String, Hashable, Sendable {
        /// An ICY block between the audio bytes.
        case icy
        /// The comment header of an Ogg link, or of a FLAC stream.
        case vorbisComment = "vorbis-comment"
    }

    /// Where it lay.
    public var source: Source
    /// The artist, where the stream names one by itself.
    public var artist: String?
    /// The title, where the stream names one by itself.
    public var title: String?
    /// The album, where the stream names one.
    public var album: String?
    /// The whole text; empty where the stream says that it knows none.
    public var text: String

    /// Describes a title found in the stream.
    public init(
        source: Source, artist: String? = nil, title: String? = nil, album: String? = nil, text: String
    ) {
        self.source = source
        self.artist = artist
        self.title = title
        self.album = album
        self.text = text
    }
}
