import RadioCore
import Testing

struct LedgerTests {
    @Test func `a token is closed exactly once`() {
        let ledger = Ledger()
        let token = ledger.timer("retry", station: "drone#1")
        #expect(ledger.totals(of: .timer).live == 1)
        token.fire()
        token.cancel()
        token.fire()
        let counts = ledger.totals(of: .timer)
        #expect(counts.live == 0)
        #expect(counts.created == 1)
        #expect(counts.fired == 1)
        #expect(counts.cancelled == 0)
    }

    @Test func `a token that is dropped is cancelled`() {
        let ledger = Ledger()
        do { _ = ledger.listener("events") }
        #expect(ledger.totals(of: .listener).live == 0)
        #expect(ledger.totals(of: .listener).cancelled == 1)
        #expect(ledger.totals(of: .timer).created == 0)
    }

    @Test func `settling names what is left and keeps the sums of the rest`() {
        let ledger = Ledger()
        let left = ledger.listener("stream events", station: "drone#1")
        ledger.timer("retry", station: "drone#1").fire()
        let other = ledger.timer("retry", station: "drone#2")
        let leaks = ledger.settle(station: "drone#1")
        #expect(leaks.map(\.entry.description) == ["drone#1 listener stream events"])
        #expect(leaks.map(\.count) == [1])
        #expect(ledger.totals(of: .timer).fired == 1)
        left.cancel()
        #expect(ledger.settle(station: "drone#1").isEmpty)
        #expect(ledger.totals(of: .listener).created == 1)
        other.cancel()
    }

    @Test func `a sleep that is cancelled counts as cancelled`() async {
        let ledger = Ledger()
        let sleeper = Task { try await ledger.sleep("retry", for: .seconds(3600), clock: ContinuousClock()) }
        sleeper.cancel()
        _ = await sleeper.result
        #expect(ledger.totals(of: .timer).cancelled == 1)
        #expect(ledger.totals(of: .timer).live == 0)
    }

    @Test func `an action runs when its timer has come due`() async {
        let ledger = Ledger()
        await confirmation { done in
            await ledger.after(.zero, "soon", clock: ContinuousClock()) { done() }.value
        }
        #expect(ledger.totals(of: .timer).fired == 1)
    }
}
