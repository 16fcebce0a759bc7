/// A gain that goes in a straight line from one factor to another over so many frames, and stays there.
///
/// Pure arithmetic; the gain of a frame depends on its place alone, so a ramp can be entered again at any frame.
package struct GainRamp: Equatable, Sendable {
    /// The gain of the first frame.
    package let from: Float
    /// The gain behind the last frame.
    package let to: Float
    /// Frames it takes, 0 for a gain that is reached at once.
    package let length: Int

    /// A line from `from` to `to`, over `length` frames.
    @_noLocks
    package init(from: Float, to: Float, length: Int) {
        self.from = from
        self.to = to
        self.length = length
    }

    /// The gain of the frame at `position`, counted from the start of the ramp.
    @_noLocks
    package func gain(at position: Int) -> Float {
        guard position < length else { return to }
        return from + (to - from) * (Float(position) / Float(length))
    }

    /// Scales `frames` frames of `channels` interleaved samples, the first of which lies at `position` of the ramp.
    ///
    /// `samples` must hold `frames` × channels samples. Wait-free; for the realtime callback.
    @_noLocks
    package func apply(to samples: UnsafeMutablePointer<Float>, frames: Int, channels: Int, at position: Int = 0) {
        if position >= length, to == 1 { return }
        var frame = 0
        while frame < frames {
            let gain = gain(at: position + frame)
            var channel = 0
            while channel < channels {
                // Safe: within the frames that the caller vouches for.
                unsafe samples[frame * channels + channel] *= gain
                channel += 1
            }
            frame += 1
        }
    }
}
