/// What is heard at a moment.
package struct Playhead: Equatable, Sendable {
    /// Whose frames are heard.
    package let sourceID: Int
    /// The frame of the source that is heard; while nothing is heard, the one that will be next.
    package let frame: Int
    /// When.
    package let at: SuspendingClock.Instant
    /// Frames a second.
    package let sampleRate: Int
    /// Whether frames are being heard at `at`.
    package let isRunning: Bool
}
