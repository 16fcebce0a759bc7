import TestKit
import Testing

struct ManualClockTests {
    @Test("wakes a sleeper when it is turned past the deadline, not before")
    func wakesWhenDue() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        #expect(clock.sleeperCount == 1)
        #expect(clock.untilNextDeadline == .seconds(1))
        clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test("a cancelled sleeper throws and is forgotten")
    func cancels() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("a deadline that has passed does not sleep")
    func pastDeadline() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: .init(offset: .seconds(5)))
        #expect(clock.sleeperCount == 0)
    }
}
