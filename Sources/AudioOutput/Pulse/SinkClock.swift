/// Where a sink stood at a moment, and so where it stands now.
struct SinkClock: Sendable {
    /// Frames a second.
    var sampleRate: Int
    /// The sink frame that the server handed on next.
    var readFrame = 0
    /// Frames between there and the ear.
    var latency = 0
    /// When that was.
    var at: SuspendingClock.Instant
    /// Whether time goes on for the stream: neither corked nor suspended.
    var isRunning = false

    /// How far ahead of the ear what is queued can still be changed: the way to the server takes its time.
    static func lead(sampleRate: Int) -> Int { sampleRate / 40 }

    /// The sink frame that is heard at `now`.
    func heardFrame(at now: SuspendingClock.Instant) -> Int {
        guard isRunning else { return readFrame - latency }
        return readFrame - latency + frames(in: now - at)
    }

    /// The sink frame that the server hands on at `now`.
    func readFrame(at now: SuspendingClock.Instant) -> Int {
        isRunning ? readFrame + frames(in: now - at) : readFrame
    }

    /// The first sink frame that can still be changed.
    ///
    /// The server takes back what it has handed on, as far as the ear. Not every sink can; where that costs next to
    /// nothing, only what the server still holds is changed.
    func firstChangeable(at now: SuspendingClock.Instant) -> Int {
        // Of what comes first after uncorking the server loses some frames (a third of a millisecond, measured with
        // PulseAudio 16.1 and a null sink): let it be silence.
        guard isRunning else { return readFrame + sampleRate / 200 }
        let (heard, read) = (heardFrame(at: now), readFrame(at: now))
        let soon = heard + Self.lead(sampleRate: sampleRate)
        return max(soon, read) <= heard + sampleRate * 45 / 1000 ? max(soon, read) : soon
    }

    private func frames(in duration: Duration) -> Int {
        let (seconds, atto) = duration.components
        return Int((Double(seconds) + Double(atto) * 1e-18) * Double(sampleRate))
    }
}
