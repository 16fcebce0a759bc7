package import Network
import RadioCore

/// What has happened in a scripted network so far. Safe from any thread.
package final class ScriptedRecord: Sendable {
    /// An attempt to open a stream.
    package struct Attempt: Sendable, Hashable {
        /// When it began.
        package var at: Duration
        /// The status that came, if one did.
        package var status: Int?
        /// When it came.
        package var answered: Duration?
        /// When it was over; `nil` while it is open.
        package var end: Duration?
        /// The error it ended with, if it did.
        package var error: NetworkError.Kind?
    }

    private struct State {
        /// By the numbers of the transfers, which count from 0.
        var attempts: [Attempt] = []
        var ideal = IdealReserve()
    }

    private let state = Guarded(State())

    /// All attempts so far.
    package var attempts: [Attempt] { state.withLock { $0.attempts } }

    /// What a listener with nothing but the bytes that came has had to go without by `now`.
    package func ideal(at now: Duration) -> IdealReserve {
        state.withLock { state in
            state.ideal.advance(to: now)
            return state.ideal
        }
    }

    /// An attempt begins; returns its number.
    func begin(at now: Duration) -> Int {
        state.withLock { state in
            state.attempts.append(Attempt(at: now))
            return state.attempts.count - 1
        }
    }

    func note(status: Int, of id: Int, at now: Duration) {
        state.withLock { state in
            state.attempts[id].status = status
            state.attempts[id].answered = now
        }
    }

    func note(_ sound: ScriptedBody.Sound, at now: Duration) {
        state.withLock { $0.ideal.add(run: sound.run, range: sound.range, garbage: sound.garbage, at: now) }
    }

    func end(_ id: Int, _ error: NetworkError?, at now: Duration) {
        state.withLock { state in
            state.attempts[id].end = now
            state.attempts[id].error = error?.kind
        }
    }
}
