/// What a stream turned out to be once it was decoded.
package struct StreamFormat: Hashable, Sendable {
    /// FFmpeg's name: mp3, aac, vorbis, opus, flac.
    package var codec: String
    /// The codec's profile ("LC", "HE-AAC"), where it has any.
    package var profile: String?
    /// What the codec is packed in: mp3, aac (ADTS), ogg, flac.
    package var container: String
    /// The source's frames a second, before any resampling.
    package var sampleRate: Int
    /// The source's samples in a frame.
    package var channels: Int
    /// Bits a second, where the stream says so.
    package var bitrate: Int?

    /// Describes a stream.
    package init(
        codec: String, profile: String? = nil, container: String, sampleRate: Int, channels: Int, bitrate: Int? = nil
    ) {
        self.codec = codec
        self.profile = profile
        self.container = container
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitrate = bitrate
    }
}
