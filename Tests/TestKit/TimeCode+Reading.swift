import Foundation

extension TimeCode {
    /// What is heard at one moment.
    package enum Reading: Equatable, Sendable {
        case silence
        case slot(Int)
        /// Sound, but not clearly one slot: two that meet, or something else.
        case unclear
    }

    /// Seconds between two readings.
    package static let hop = 0.005
    private static let windowLength = 0.03
    /// About -60 dB of the signal's own level.
    private static let silenceLevel: Float = 0.0005
    /// How many times the power of every other tone of its set a tone has to have.
    private static let dominance = 4.0

    /// Reads the code at every hop: reading n is what is heard at n · `hop` seconds of `samples`.
    package func decode(_ samples: [Float], rate: Int) -> [Reading] {
        // All tones lie below 8 kHz; a third of the work is enough where a third of the frames is.
        let thinning = max(1, rate / 16000)
        return decode(
            thinned: stride(from: 0, to: samples.count, by: thinning).map { samples[$0] }, rate: rate / thinning)
    }

    private func decode(thinned samples: [Float], rate: Int) -> [Reading] {
        let window = Self.window(rate: rate)
        let bank = (lowTones + highTones).map { Tone(frequency: $0, rate: rate) }
        let count = Int(Double(samples.count) / Double(rate) / Self.hop)
        return (0..<count).map { index in
            let centre = Int(Double(index) * Self.hop * Double(rate))
            let start = centre - window.count / 2
            guard start >= 0, start + window.count <= samples.count else { return .unclear }
            return Self.read(samples[start..<start + window.count], window: window, bank: bank)
        }
    }

    /// The share of a moment's energy that its two tones must make up; where slots meet it sinks to a half.
    private static let purity = 0.3

    private static func read(_ samples: ArraySlice<Float>, window: [Float], bank: [Tone]) -> Reading {
        // Silence is judged in the middle, so that the edge of a sound does not reach out by half a window.
        let middle = samples.dropFirst(window.count / 2 - window.count / 12).prefix(window.count / 6)
        guard (middle.map(abs).max() ?? 0) > silenceLevel else { return .silence }
        let windowed = zip(samples, window).map { $0 * $1 }
        let powers = bank.map { $0.power(in: windowed) }
        guard let low = clearest(powers[..<lowCount]), let high = clearest(powers[lowCount...]) else { return .unclear }
        // With Hann's window a steady tone of energy E has the power E · N / 3.
        let energy = windowed.reduce(0) { $0 + Double($1 * $1) } * Double(window.count) / 3
        guard powers[low] + powers[lowCount + high] > purity * energy else { return .unclear }
        return .slot(slot(low: low, high: high))
    }

    /// The place of the power that stands out, `nil` when none does.
    private static func clearest(_ powers: ArraySlice<Double>) -> Int? {
        let order = powers.indices.sorted { powers[$0] > powers[$1] }
        guard powers[order[0]] > dominance * powers[order[1]] else { return nil }
        return order[0] - powers.startIndex
    }

    /// Hann's.
    private static func window(rate: Int) -> [Float] {
        let length = Int(windowLength * Double(rate))
        return (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(length))) }
    }
}

/// Goertzel's filter for one tone.
private struct Tone {
    private let coefficient: Float

    init(frequency: Double, rate: Int) {
        coefficient = Float(2 * cos(2 * Double.pi * frequency / Double(rate)))
    }

    func power(in samples: [Float]) -> Double {
        var last: Float = 0
        var beforeLast: Float = 0
        for index in samples.indices {
            let next = samples[index] + coefficient * last - beforeLast
            beforeLast = last
            last = next
        }
        return Double(last * last + beforeLast * beforeLast - coefficient * last * beforeLast)
    }
}
