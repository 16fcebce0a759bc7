import Foundation

/// A test signal that says what time it is: each slot of 100 ms sounds a pair of tones that names the slot.
///
/// Slot k sounds the tone k mod 16 of a low set and the tone k mod 17 of a high one, so that the pair is another one
/// for 272 slots (27.2 s) and both tones change at every slot. All tones are multiples of 10 Hz: each begins and ends
/// at a zero crossing of its slot, the signal has no clicks of its own, and it can be looped. It survives lossy coding
/// at ordinary rates. The two voices share no tone, so that two stations can be told apart.
package struct TimeCode: Sendable {
    /// Length of a slot in seconds.
    package static let slotLength = 0.1
    /// Slots until the code begins anew.
    package static let slotCount = lowCount * highCount
    /// Seconds until the code begins anew.
    package static let period = slotLength * Double(slotCount)

    static let lowCount = 16
    static let highCount = 17
    private static let spacing = 90.0
    private static let toneAmplitude = 0.25

    /// The tones that name a slot's number mod 16, in Hz.
    let lowTones: [Double]
    /// The tones that name a slot's number mod 17, in Hz.
    let highTones: [Double]

    /// The code in one of two voices, 0 or 1, of which each is silence to the other.
    package init(voice: Int = 0) {
        let base = 500 + Double(voice) * 3500
        lowTones = (0..<Self.lowCount).map { base + Self.spacing * Double($0) }
        highTones = (0..<Self.highCount).map { base + Self.spacing * Double(Self.lowCount + 2 + $0) }
    }

    /// The signal from its start, one channel, at `rate` frames a second. The amplitude stays within 0.5.
    ///
    /// - Parameter rate: a multiple of 10, so that slots are whole numbers of frames.
    package func samples(seconds: Double, rate: Int) -> [Float] {
        let slotFrames = rate / 10
        let low = lowTones.map { Self.slot(of: $0, frames: slotFrames) }
        let high = highTones.map { Self.slot(of: $0, frames: slotFrames) }
        let count = Int((seconds * Double(rate)).rounded())
        var samples: [Float] = []
        samples.reserveCapacity(count + slotFrames)
        for slot in 0..<(count + slotFrames - 1) / slotFrames {
            samples += zip(low[slot % Self.lowCount], high[slot % Self.highCount]).map { $0 + $1 }
        }
        return Array(samples.prefix(count))
    }

    private static func slot(of tone: Double, frames: Int) -> [Float] {
        let step = 2 * Double.pi * tone * slotLength / Double(frames)
        return (0..<frames).map { Float(toneAmplitude * sin(step * Double($0))) }
    }

    /// The largest difference between neighbouring samples that the signal itself can make at `rate`.
    package func largestStepOfSignal(rate: Int) -> Float {
        let steepest = (lowTones.last ?? 0) + (highTones.last ?? 0)
        return Float(2 * Double.pi * steepest * Self.toneAmplitude / Double(rate))
    }

    /// The largest difference between neighbouring samples; a click shows as one that the signal cannot make.
    package static func largestStep(_ samples: [Float]) -> (step: Float, index: Int) {
        var largest: (step: Float, index: Int) = (0, 0)
        for index in samples.indices.dropFirst() {
            let step = abs(samples[index] - samples[index - 1])
            if step > largest.step { largest = (step, index) }
        }
        return largest
    }

    /// Writes a whole period of the code as a 16 bit WAV file, equal on all channels, that may be looped.
    package func writePeriod(to path: String, rate: Int = 48000, channels: Int = 2) throws {
        let samples = samples(seconds: Self.period, rate: rate)
        try WaveFile.write(samples, rate: rate, channels: channels, to: path)
    }

    /// The slot that is named by a low and a high tone.
    static func slot(low: Int, high: Int) -> Int {
        // The number that leaves `low` mod 16 and `high` mod 17, as 17 = 1 mod 16: high + 17 n with n = low - high.
        high + highCount * (((low - high) % lowCount + lowCount) % lowCount)
    }
}
