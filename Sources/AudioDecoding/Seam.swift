/// Joins sound that does not follow from what came before without a click: a short tail, then a short fade-in. Pure.
struct Seam {
    // Safe: samples are touched within the caller's buffer only, which holds whole frames.

    /// How long the tail and the fade-in are, in parts of a second.
    static let perSecond = 200

    private let channels: Int
    private let length: Int
    /// The samples of the frame that was written last.
    private var last: [Float]
    /// Frames of the fade-in that are still to come.
    private var fading = 0

    /// For interleaved frames with so many samples, `sampleRate` of them a second.
    init(channels: Int, sampleRate: Int) {
        self.channels = channels
        length = max(1, sampleRate / Self.perSecond)
        last = Array(repeating: 0, count: channels)
    }

    /// Breaks here: gives the frames that lead from the last one to silence, `silence` silent ones after them, and fades
    /// in what is passed next.
    mutating func open(silence: Int) -> [Float] {
        defer {
            fading = length
            last = last.map { _ in 0 }
        }
        var tail: [Float] = []
        tail.reserveCapacity((length + silence) * channels)
        for frame in 1...length {
            let gain = Self.gain(Float(length - frame) / Float(length))
            tail.append(contentsOf: last.lazy.map { $0 * gain })
        }
        tail.append(contentsOf: repeatElement(0, count: max(0, silence - length) * channels))
        return tail
    }

    /// Passes `samples`, whole frames, on their way, faded in where the sound begins anew.
    mutating func pass(_ samples: UnsafeMutableBufferPointer<Float>) {
        guard samples.count >= channels else { return }
        if fading > 0 { unsafe fadeIn(samples) }
        for channel in 0..<channels { last[channel] = unsafe samples[samples.count - channels + channel] }
    }

    private mutating func fadeIn(_ samples: UnsafeMutableBufferPointer<Float>) {
        let frames = min(fading, samples.count / channels)
        for frame in 0..<frames {
            let gain = Self.gain(Float(length - fading + frame) / Float(length))
            for sample in frame * channels..<(frame + 1) * channels { unsafe samples[sample] *= gain }
        }
        fading -= frames
    }

    /// A curve from 0 to 1 without corners.
    private static func gain(_ part: Float) -> Float { part * part * (3 - 2 * part) }
}
