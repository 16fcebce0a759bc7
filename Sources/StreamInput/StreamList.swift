import Playlists

/// A list that a server sent in place of sound, not yet read.
struct StreamList: Hashable, Sendable {
    /// The whole of it.
    var bytes: [UInt8]
    /// Where it came from in the end, secrets and all: relative addresses start there.
    var url: String
    /// The `Content-Type`; a hint.
    var contentType: String?

    /// Whether it is a list of HTTP Live Streaming (RFC 8216), told by what it holds.
    var isHLS: Bool { PlaylistKind(of: bytes, contentType: contentType) == .hls }
}
