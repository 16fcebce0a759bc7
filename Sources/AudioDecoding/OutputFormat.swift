package import RadioCore

/// What a session's frames are to be like.
package enum OutputFormat: Hashable, Sendable {
    /// Always this rate and so many channels, whatever the stream has.
    case fixed(AudioFormat)
    /// The rate and the channels of the first frame that is decoded; what differs later is made the same.
    case source
}
