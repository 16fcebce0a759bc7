/// The decoded sound of one decode session, as an output takes it: a ring's reading end and what is in it.
///
/// Made by the decoder, handed to one output, and touched by that output's thread alone from then on.
package final class AudioSource: Sendable {
    /// Tells it from every other source of this process.
    package let id: Int
    /// Frames a second.
    package let sampleRate: Int
    /// Bits of a sample worth keeping: 16, or 24 where the codec gave more.
    package let bitDepth: Int
    /// The frames.
    package let reader: SampleReader
    /// Rung by the output when it has released frames, so that the decoder fills the ring again.
    package let space: Doorbell

    /// Bundles what an output needs to play.
    package init(id: Int, sampleRate: Int, bitDepth: Int, reader: consuming SampleReader, space: Doorbell) {
        self.id = id
        self.sampleRate = sampleRate
        self.bitDepth = bitDepth
        self.reader = reader
        self.space = space
    }

    /// Samples in a frame.
    package var channels: Int { reader.channels }
}
