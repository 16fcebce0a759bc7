/// What a wait for something outside the test ends with when that does not come.
package struct DeadlinePassed: Error, CustomStringConvertible {
    /// What was waited for, and for how long.
    package let description: String

    /// Names what did not come.
    package init(_ description: String) {
        self.description = description
    }
}

/// Asks `probe` every 10 ms until it gives a value.
///
/// Only for what happens outside the test (a server, a child, a sound); anything of ours is waited for by its own
/// signal. Throws `DeadlinePassed` naming `what` after `limit`.
@discardableResult
package func poll<Value>(
    _ what: String, within limit: Duration = .seconds(10), _ probe: () async throws -> Value?
) async throws -> Value {
    let start = SuspendingClock.now
    while true {
        if let value = try await probe() { return value }
        guard SuspendingClock.now - start < limit else { throw DeadlinePassed("\(what): not within \(limit)") }
        try await Task.sleep(for: .milliseconds(10), clock: .suspending)
    }
}
