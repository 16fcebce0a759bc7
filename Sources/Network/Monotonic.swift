/// The time that watchdogs count in: it stands still while the machine sleeps.
enum Monotonic {
    private static let start = SuspendingClock.now

    /// The time since this was first asked for.
    static var now: Duration { start.duration(to: SuspendingClock.now) }
}
