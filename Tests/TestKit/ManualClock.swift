import RadioCore

/// A clock that stands still until a test turns it, and knows who sleeps on it.
///
/// Safe to share between threads. Sleepers wake in the order of their deadlines.
package final class ManualClock: Clock, Sendable {
    /// A moment of this clock: the time since it was made.
    package struct Instant: InstantProtocol, Hashable, Sendable {
        /// Time since the clock was made.
        package let offset: Duration

        /// The moment `offset` after the clock was made.
        package init(offset: Duration) {
            self.offset = offset
        }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var cancelledEarly: Set<Int> = []
        var nextID = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Guarded(State())

    /// A clock at zero.
    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .zero }

    /// How many tasks sleep on the clock now.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// How long until the first sleeper is due, `nil` when nobody sleeps.
    package var untilNextDeadline: Duration? {
        state.withLock { state in
            state.sleepers.values.map(\.deadline).min().map { state.now.duration(to: $0) }
        }
    }

    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        // Who is cancelled after it woke has nobody to take the mark away.
        defer { state.withLock { _ = $0.cancelledEarly.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enter(id, Sleeper(deadline: deadline, continuation: $0)) }
        } onCancel: {
            cancel(id)
        }
    }

    /// Turns the clock forward, waking every sleeper that comes due on the way.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits, without measuring time, until at least `count` tasks sleep on the clock.
    package func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func enter(_ id: Int, _ sleeper: Sleeper) {
        enum Outcome {
            case cancelled
            case due
            case asleep([CheckedContinuation<Void, Never>])
        }
        let outcome = state.withLock { state -> Outcome in
            if state.cancelledEarly.remove(id) != nil { return .cancelled }
            if sleeper.deadline <= state.now { return .due }
            state.sleepers[id] = sleeper
            let satisfied = state.watchers.filter { $0.count <= state.sleepers.count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= state.sleepers.count }
            return .asleep(satisfied)
        }
        switch outcome {
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .due: sleeper.continuation.resume()
        case .asleep(let watchers): for watcher in watchers { watcher.resume() }
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state in
            let sleeper = state.sleepers.removeValue(forKey: id)
            // Cancelled before it lay down, which `enter` must know, or after it woke.
            if sleeper == nil { state.cancelledEarly.insert(id) }
            return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
