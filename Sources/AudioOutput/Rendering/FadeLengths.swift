/// How long the fades of an output are, in frames; 0 is a hard cut.
package struct FadeLengths: Equatable, Sendable {
    /// Into a source, when it starts or goes on.
    package let fadeIn: Int
    /// Out of a source, into a pause or muting.
    package let pause: Int
    /// Out of a source that is left for another or for nothing.
    package let leave: Int
    /// Out of a source whose frames end.
    package let end: Int

    /// For ears: 20 ms, and 40 ms when a source is left.
    package static func audible(sampleRate: Int) -> FadeLengths {
        let short = sampleRate / 50
        return FadeLengths(fadeIn: short, pause: short, leave: 2 * short, end: short)
    }

    /// For files, which keep every sample as it is: only 40 ms when a source is left.
    package static func exact(sampleRate: Int) -> FadeLengths {
        FadeLengths(fadeIn: 0, pause: 0, leave: sampleRate / 25, end: 0)
    }
}
