import Glibc

/// Holds the newest frames back for a moment, so that sound which does not follow on can be joined to them without a
/// click: by a crossfade where it comes at once, by fading out and in where there is a gap. Pure.
struct Seam {
    // Safe: samples are touched within the caller's buffer only, which holds whole frames.

    /// How long frames are held back, and a crossfade is, in parts of a second.
    static let perSecond = 50
    /// How long a fade at a gap is, in parts of a second.
    static let fadesPerSecond = 200

    private let channels: Int
    private let length: Int
    private let fadeLength: Int
    /// The frames that are held back, interleaved.
    private var tail: [Float] = []
    /// Frames of the tail that what is passed next is still to be mixed with, at its end.
    private var mixing = 0
    private var mixLength = 0
    /// Frames of a fade-in that are still to come.
    private var fading = 0

    /// For interleaved frames with so many samples, `sampleRate` of them a second.
    init(channels: Int, sampleRate: Int) {
        self.channels = channels
        length = max(1, sampleRate / Self.perSecond)
        fadeLength = max(1, sampleRate / Self.fadesPerSecond)
    }

    /// How many frames the one that is passed next will lie behind the last one given out.
    var lag: Int { tail.count / channels - mixing }

    /// Takes `samples`, whole frames, and gives `out` those that need not be held back any more, in order.
    mutating func pass(
        _ samples: UnsafeMutableBufferPointer<Float>, _ out: (UnsafeMutableBufferPointer<Float>) -> Void
    ) {
        let mixed = min(mixing, samples.count / channels)
        unsafe mix(samples, frames: mixed)
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: samples[(mixed * channels)...])
        unsafe fadeIn(rest)
        let surplus = max(0, tail.count + rest.count - length * channels)
        let old = min(tail.count, surplus)
        unsafe give(old, out)
        unsafe out(UnsafeMutableBufferPointer(rebasing: rest[..<(surplus - old)]))
        tail.removeFirst(old)
        unsafe tail.append(contentsOf: rest[(surplus - old)...])
    }

    /// What is passed next does not follow: it is crossfaded with what is held back.
    mutating func cut() {
        mixing = tail.count / channels
        mixLength = mixing
        if mixing == 0 { fading = fadeLength }
    }

    /// Here `silence` frames are missing: gives out what was held back, faded out, and as much silence; what is passed
    /// next is faded in.
    mutating func gap(silence: Int, _ out: (UnsafeMutableBufferPointer<Float>) -> Void) {
        let frames = tail.count / channels
        let faded = min(frames, fadeLength)
        for frame in 0..<faded {
            let gain = Self.gain(Float(faded - frame - 1) / Float(faded))
            let start = (frames - faded + frame) * channels
            for sample in start..<start + channels { tail[sample] *= gain }
        }
        tail.append(contentsOf: repeatElement(0, count: silence * channels))
        unsafe flush(out)
        fading = fadeLength
    }

    /// Gives out what was held back, at the end of the sound.
    mutating func flush(_ out: (UnsafeMutableBufferPointer<Float>) -> Void) {
        unsafe give(tail.count, out)
        tail.removeAll(keepingCapacity: true)
        (mixing, fading) = (0, 0)
    }

    private mutating func give(_ count: Int, _ out: (UnsafeMutableBufferPointer<Float>) -> Void) {
        unsafe tail.withUnsafeMutableBufferPointer { tail in
            unsafe out(UnsafeMutableBufferPointer(rebasing: tail[..<count]))
        }
    }

    /// Mixes the first `frames` of `samples` into the tail at equal power: the two have nothing in common.
    private mutating func mix(_ samples: UnsafeMutableBufferPointer<Float>, frames: Int) {
        let start = tail.count / channels - mixing
        for frame in 0..<frames {
            let angle = Float(mixLength - mixing + frame + 1) / Float(mixLength + 1) * .pi / 2
            let (old, new) = (cos(angle), sin(angle))
            for channel in 0..<channels {
                let place = (start + frame) * channels + channel
                tail[place] = unsafe tail[place] * old + samples[frame * channels + channel] * new
            }
        }
        mixing -= frames
    }

    private mutating func fadeIn(_ samples: UnsafeMutableBufferPointer<Float>) {
        let frames = min(fading, samples.count / channels)
        for frame in 0..<frames {
            let gain = Self.gain(Float(fadeLength - fading + frame) / Float(fadeLength))
            for sample in frame * channels..<(frame + 1) * channels { unsafe samples[sample] *= gain }
        }
        fading -= frames
    }

    /// A curve from 0 to 1 without corners.
    private static func gain(_ part: Float) -> Float { part * part * (3 - 2 * part) }
}
