import Glibc

/// The steps from one volume to another, each so small that it is not heard as a click.
struct VolumeGlide: Equatable {
    /// Between two steps.
    static var interval: Duration { .milliseconds(4) }

    /// The amplitudes still to come, the last one first.
    private var amplitudes: [Float]

    /// From `from` to `to` percent, in steps of at most 2 % of the amplitude where that takes less than a tenth of a
    /// second.
    init(from: Float, to: Float) {
        let (start, end) = (Self.amplitude(of: from), Self.amplitude(of: to))
        let count = min(24, max(4, Int((abs(end - start) / 0.02).rounded(.up))))
        amplitudes = (1...count).reversed().map { start + (end - start) * Float($0) / Float(count) }
        amplitudes[0] = end
    }

    /// The percent of the next step; `nil` at the end.
    mutating func next() -> Float? {
        guard let amplitude = amplitudes.popLast() else { return nil }
        return 100 * cbrt(amplitude)
    }

    private static func amplitude(of percent: Float) -> Float {
        let fraction = percent / 100
        return fraction * fraction * fraction
    }

    private func cbrt(_ value: Float) -> Float { Glibc.cbrtf(max(0, value)) }
}
