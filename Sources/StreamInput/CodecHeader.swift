package import RadioCore

/// The headers of one codec stream within a body: a link of an Ogg chain, or a FLAC stream. A decoder needs them before
/// it can start anywhere behind them.
package struct CodecHeader: Hashable, Sendable {
    /// What the headers are of.
    package enum Codec: String, Hashable, Sendable {
        case vorbis
        case opus
        case flac
        case speex
    }

    /// The codec.
    package let codec: Codec
    /// The position of the headers' first byte.
    package let position: Int
    /// The position behind the headers.
    package let end: Int
    /// The headers as they lay in the stream; empty when there was more of them than we keep.
    package let bytes: [UInt8]
    /// The title in the comments, if there is one.
    package let title: InBandTitle?

    /// The most bytes of headers that are kept; a picture in the comments can be large.
    package static let limit = 8 << 20

    /// Describes headers that are complete.
    package init(codec: Codec, position: Int, end: Int, bytes: [UInt8], title: InBandTitle?) {
        self.codec = codec
        self.position = position
        self.end = end
        self.bytes = bytes
        self.title = title
    }

    /// The same headers, so many bytes further on.
    package func moved(by distance: Int) -> CodecHeader {
        CodecHeader(codec: codec, position: position + distance, end: end + distance, bytes: bytes, title: title)
    }
}
