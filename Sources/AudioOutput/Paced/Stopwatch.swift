/// The time that has passed on some clock.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    /// Starts now.
    init(_ clock: any Clock<Duration>) { self.init(started: clock) }

    private init<C: Clock>(started clock: C) where C.Duration == Duration {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    /// Since the start.
    var elapsed: Duration { read() }
}
