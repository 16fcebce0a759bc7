/// Notices sound in which nothing can be heard: a station that has lost its source. Pure.
struct SilenceWatch {
    /// What no sample of silence reaches: -60 dBFS.
    static let level: Float = 0.001
    /// How long it takes to be called one, in seconds.
    static let seconds = 30

    private var frames = 0

    /// Takes `count` frames of `sampleRate` a second, silent or not; true once for each silence.
    mutating func take(_ count: Int, isSilent: Bool, sampleRate: Int) -> Bool {
        guard isSilent else {
            frames = 0
            return false
        }
        let before = frames
        frames += count
        let limit = Self.seconds * sampleRate
        return before < limit && frames >= limit
    }
}
