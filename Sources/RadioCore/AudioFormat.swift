/// How samples lie in memory: interleaved 32-bit floats, one frame is one sample for each channel.
public struct AudioFormat: Hashable, Sendable {
    /// Frames a second, in Hz.
    public var sampleRate: Int
    /// Samples in a frame.
    public var channels: Int

    /// Describes interleaved float frames at `sampleRate` Hz with `channels` samples each.
    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// How long `frames` frames last.
    public func duration(ofFrames frames: Int) -> Duration {
        .nanoseconds(Int64((Double(frames) * 1e9 / Double(sampleRate)).rounded()))
    }

    /// How many whole frames are nearest to `duration`.
    public func frames(in duration: Duration) -> Int {
        Int((duration.seconds * Double(sampleRate)).rounded())
    }
}

extension Duration {
    /// The duration in seconds, for arithmetic that needs a number.
    public var seconds: Double {
        let (whole, atto) = components
        return Double(whole) + Double(atto) * 1e-18
    }
}
