import RadioCore

/// A clock on which short waits are over at once, and long ones never: time passes by waiting for it only.
///
/// Whatever is polled on it happens as fast as it can; a guard that is only there for the worst never comes due.
final class EagerClock: Clock, Sendable {
    struct Instant: InstantProtocol, Hashable, Sendable {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let state = Guarded(Instant(offset: .zero))
    private let longest: Duration

    /// Waits of `longest` and more never end by themselves.
    init(longest: Duration = .seconds(5)) {
        self.longest = longest
    }

    var now: Instant { state.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        guard now.duration(to: deadline) < longest else {
            return try await Task.sleep(for: .seconds(86_400))
        }
        state.withLock { $0 = max($0, deadline) }
        try Task.checkCancellation()
    }
}
