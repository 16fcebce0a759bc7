import RadioCore

/// Hands every event to every subscriber, in order. Safe to call from any thread.
final class EventHub: Sendable {
    /// Events a subscriber may lag behind by; a reader slower than that loses the oldest.
    static let backlog = 1024

    private struct State {
        var subscribers: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
        var nextID = 0
        var isFinished = false
    }

    private let state = Guarded(State())

    /// Everything that is published from now on.
    func subscribe() -> AsyncStream<PlayerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PlayerEvent.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let id: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.unsubscribe(id) }
        return stream
    }

    /// Tells all subscribers.
    func publish(_ event: PlayerEvent) {
        for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield(event) }
    }

    /// Ends all subscriptions; what is published later goes nowhere.
    func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers.removeAll() }
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }

    private func unsubscribe(_ id: Int) {
        state.withLock { _ = $0.subscribers.removeValue(forKey: id) }
    }
}
