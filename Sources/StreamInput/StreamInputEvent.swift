package import RadioCore

/// What a server says of the stream that it has begun to send.
package struct StreamHead: Hashable, Sendable {
    /// Where it comes from in the end, without secrets.
    package var url: String
    /// The `Content-Type`; a hint, never trusted.
    package var contentType: String?
    /// `icy-name`
    package var icyName: String?
    /// `icy-genre`
    package var icyGenre: String?
    /// `icy-url`
    package var icyURL: String?
    /// `icy-br` in kbit/s, where it is a number over 0.
    package var icyBitrate: Int?
    /// Bytes of the whole body, where the server says so: it is no live stream then.
    package var contentLength: Int?

    /// Describes a stream.
    package init(
        url: String, contentType: String? = nil, icyName: String? = nil, icyGenre: String? = nil,
        icyURL: String? = nil, icyBitrate: Int? = nil, contentLength: Int? = nil
    ) {
        self.url = url
        self.contentType = contentType
        self.icyName = icyName
        self.icyGenre = icyGenre
        self.icyURL = icyURL
        self.icyBitrate = icyBitrate
        self.contentLength = contentLength
    }
}

/// What happens to a station's stream on its way into the buffer.
package enum StreamInputEvent: Hashable, Sendable {
    /// A connection is being opened.
    case connecting
    /// The server has answered; the stream's first byte will lie at that position.
    case connected(StreamHead, at: Int)
    /// The connection's first bytes are in the buffer.
    case flowing
    /// What the connection brings has been joined to what the one before it brought; it begins at that position.
    case spliced(Splice, at: Int)
    /// From this byte position on another title holds.
    case title(position: Int, InBandTitle)
    /// The stream was lost or could not be had; the retry of this number comes after that time.
    case dropped(StreamError, attempt: Int, retryIn: Duration)
    /// The buffer has no room: the transfer is closed, and opened again by `resumeAfterFull()` only.
    case full
    /// The title told at this position was no news: another one came within the server's burst.
    case titleWithdrawn(position: Int)
    /// A body of a known length was received whole; nothing more comes.
    case ended
    /// It is no use; told only before anything was heard. Nothing more comes.
    case failed(StreamError)
}
