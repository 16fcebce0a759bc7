import Glibc

/// Tells when nothing happens in this process any more: every thread but the asking one sleeps, and none has run since.
///
/// Belongs to one thread. What waits for something from outside (a socket, the system's clock) counts as asleep. A test
/// that relies on it has the process to itself.
struct ProcessRest {
    /// What is known of a thread: whether it sleeps, and how often it has been given a processor.
    private struct Look: Equatable {
        let thread: Int
        let isAsleep: Bool
        let runs: Int
    }

    private let own = Int(gettid())

    /// Waits until nothing happens.
    func wait() {
        while !isReached() { sched_yield() }
    }

    /// Whether nothing happened between two looks at all threads.
    ///
    /// A thread woken behind the first look by one that has fallen asleep by its own look is awake in the second look, or
    /// has run by then. Therefore the runs are read first in the first look and last in the second: what ran in between
    /// is noticed.
    private func isReached() -> Bool {
        guard let first = look(runsFirst: true), let second = look(runsFirst: false) else { return false }
        return first == second
    }

    /// All other threads; `nil` as soon as one is found awake.
    private func look(runsFirst: Bool) -> [Look]? {
        var looks: [Look] = []
        for thread in Self.threads() where thread != own {
            let before = runsFirst ? Self.runs(of: thread) : 0
            guard let isAsleep = Self.isAsleep(thread), isAsleep else { return nil }
            let runs = runsFirst ? before : Self.runs(of: thread)
            looks.append(Look(thread: thread, isAsleep: isAsleep, runs: runs))
        }
        return looks
    }
}
