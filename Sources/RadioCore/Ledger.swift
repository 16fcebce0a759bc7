import Synchronization

/// The book of every timer and every listener in the program, by station, kind and name.
///
/// Nothing waits and nothing listens without an entry here, so that what is left of a station after a switch can be
/// counted and named. Safe to call from any thread; the lock is held for a dictionary update only.
public final class Ledger: Sendable {
    /// What an entry counts.
    public enum Kind: String, Hashable, Sendable {
        case timer
        case listener
    }

    /// The name of an entry.
    public struct Entry: Hashable, Sendable, CustomStringConvertible {
        /// The station it serves, `nil` for the player itself.
        public let station: String?
        /// Timer or listener.
        public let kind: Kind
        /// What it is for.
        public let name: String

        /// The entry in words, as a leak report names it.
        public var description: String { "\(station ?? "player") \(kind.rawValue) \(name)" }
    }

    /// The sums over entries. For listeners `cancelled` is how many were removed, and `fired` stays 0.
    public struct Counts: Hashable, Sendable {
        /// How many exist now.
        public internal(set) var live = 0
        /// How many were ever made.
        public internal(set) var created = 0
        /// How many ended before their time, or were removed.
        public internal(set) var cancelled = 0
        /// How many came due.
        public internal(set) var fired = 0

        fileprivate mutating func add(_ other: Counts) {
            live += other.live
            created += other.created
            cancelled += other.cancelled
            fired += other.fired
        }
    }

    private struct Book {
        var rows: [Entry: Counts] = [:]
        /// The sums of rows that have been settled.
        var settled: [Kind: Counts] = [:]
    }

    private let book = Guarded(Book())

    /// An empty book.
    public init() {}

    /// The sums over all entries of `kind`.
    public func totals(of kind: Kind) -> Counts {
        book.withLock { book in
            book.rows.filter { $0.key.kind == kind }
                .reduce(into: book.settled[kind] ?? Counts()) { $0.add($1.value) }
        }
    }

    /// What is still live for `station`, by name, with how many of each.
    public func live(of station: String?) -> [(entry: Entry, count: Int)] {
        book.withLock { book in
            book.rows.filter { $0.key.station == station && $0.value.live > 0 }
                .map { ($0.key, $0.value.live) }
                .sorted { $0.0.description < $1.0.description }
        }
    }

    /// Sums up the lines of a station that has been left, and returns those that should have ended and did not.
    ///
    /// What has ended is kept as a sum only, so that the book does not grow with every switch.
    public func settle(station: String) -> [(entry: Entry, count: Int)] {
        book.withLock { book in
            for (entry, counts) in book.rows where entry.station == station && counts.live == 0 {
                book.settled[entry.kind, default: Counts()].add(counts)
                book.rows[entry] = nil
            }
        }
        return live(of: station)
    }

    /// Enters a listener; it is removed when the token is cancelled or dropped.
    public func listener(_ name: String, station: String? = nil) -> LedgerToken {
        LedgerToken(ledger: self, entry: Entry(station: station, kind: .listener, name: name))
    }

    /// Enters a timer that something else runs (an event loop, say); it ends by `fire()`, `cancel()` or being dropped.
    public func timer(_ name: String, station: String? = nil) -> LedgerToken {
        LedgerToken(ledger: self, entry: Entry(station: station, kind: .timer, name: name))
    }

    /// Sleeps on `clock`, entered as a timer: fired when it came due, cancelled when the task was.
    public func sleep(
        _ name: String, station: String? = nil, for duration: Duration, clock: any Clock<Duration>
    ) async throws(CancellationError) {
        let token = timer(name, station: station)
        do {
            try await clock.sleep(for: duration)
            token.fire()
        } catch {
            token.cancel()
            throw CancellationError()
        }
    }

    /// Runs `action` once `duration` has passed on `clock`, unless the task that is returned is cancelled first.
    public func after(
        _ duration: Duration, _ name: String, station: String? = nil, clock: any Clock<Duration>,
        action: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let token = timer(name, station: station)
        return Task {
            do {
                try await clock.sleep(for: duration)
            } catch {
                token.cancel()
                return
            }
            token.fire()
            await action()
        }
    }

    fileprivate func open(_ entry: Entry) {
        book.withLock { book in
            book.rows[entry, default: Counts()].live += 1
            book.rows[entry, default: Counts()].created += 1
        }
    }

    fileprivate func close(_ entry: Entry, fired: Bool) {
        book.withLock { book in
            book.rows[entry, default: Counts()].live -= 1
            if fired {
                book.rows[entry, default: Counts()].fired += 1
            } else {
                book.rows[entry, default: Counts()].cancelled += 1
            }
        }
    }
}

/// One line in the ledger, closed exactly once: by firing, by cancelling, or by being dropped.
public final class LedgerToken: Sendable {
    /// The name under which it is entered.
    public let entry: Ledger.Entry
    private let ledger: Ledger
    private let isOpen = Atomic<Bool>(true)

    fileprivate init(ledger: Ledger, entry: Ledger.Entry) {
        self.ledger = ledger
        self.entry = entry
        ledger.open(entry)
    }

    deinit { close(fired: false) }

    /// Closes the line as done: the timer came due.
    public func fire() { close(fired: true) }

    /// Closes the line as given up; does nothing when it is closed already.
    public func cancel() { close(fired: false) }

    private func close(fired: Bool) {
        guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
        ledger.close(entry, fired: fired)
    }
}
