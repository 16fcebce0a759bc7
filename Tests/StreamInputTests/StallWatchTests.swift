import Testing

@testable import StreamInput

struct StallWatchTests {
    private let rate = 16_000.0

    /// A watch that has seen a second of sound each second until `end`.
    private func watch(until end: Int) -> StallWatch {
        var watch = StallWatch(now: .zero)
        for second in 1...end { watch.arrived(16_000, at: .seconds(second), rate: rate) }
        return watch
    }

    @Test(arguments: [(0, 3), (4, 3), (10, 5), (15, 7.5), (20, 10), (60, 10)])
    func `the larger the reserve, the longer it waits`(reserve: Int, limit: Double) {
        var watch = watch(until: 5)
        let quiet = Duration.seconds(limit) - .milliseconds(1)
        let left = Duration.seconds(reserve) - quiet
        #expect(watch.verdict(at: .seconds(5) + quiet, reserve: left, rate: rate) == .wait(.milliseconds(1)))
        let later = left - .milliseconds(1)
        #expect(watch.verdict(at: .seconds(5 + limit), reserve: later, rate: rate) == .stalled)
    }

    @Test func `a rest that the system hands out late is no sign of life`() {
        var watch = watch(until: 5)
        // Half a second of sound that came at 5.5 s, and was handed out at 7 s.
        watch.arrived(8000, at: .seconds(7), rate: rate)
        #expect(watch.verdict(at: .milliseconds(8400), reserve: .zero, rate: rate) == .wait(.milliseconds(100)))
        #expect(watch.verdict(at: .seconds(8.5), reserve: .zero, rate: rate) == .stalled)
    }

    @Test func `what comes in time after a delay is one`() {
        var watch = watch(until: 5)
        watch.arrived(16_000, at: .seconds(7.5), rate: rate)
        watch.arrived(1600, at: .milliseconds(7600), rate: rate)
        #expect(watch.verdict(at: .milliseconds(8600), reserve: .zero, rate: rate) == .wait(.seconds(2)))
    }

    @Test func `a process that was stopped says nothing of the stream`() {
        var watch = watch(until: 5)
        #expect(watch.verdict(at: .seconds(5), reserve: .zero, rate: rate) == .wait(.seconds(3)))
        #expect(watch.verdict(at: .seconds(3600), reserve: .zero, rate: rate) == .wait(.seconds(3)))
        #expect(watch.verdict(at: .seconds(3603), reserve: .zero, rate: rate) == .stalled)
    }

    @Test func `while it is we who keep the server waiting nothing stalls`() {
        var watch = watch(until: 5)
        watch.rest()
        for second in stride(from: 5, through: 100, by: 3) {
            #expect(watch.verdict(at: .seconds(second), reserve: .zero, rate: rate) == .wait(.seconds(3)))
        }
        watch.arrived(16_000, at: .seconds(101), rate: rate)
        #expect(watch.verdict(at: .seconds(101), reserve: .zero, rate: rate) == .wait(.seconds(3)))
        #expect(watch.verdict(at: .seconds(104), reserve: .zero, rate: rate) == .stalled)
    }

    @Test(arguments: [(7000, 2.0, true), (7000, 8, false), (10_000, 0, false)])
    func `a trickle is left only where the reserve runs out`(perSecond: Int, reserve: Double, isLeft: Bool) {
        var watch = watch(until: 5)
        var verdicts: [StallWatch.Verdict] = []
        for second in 6...40 {
            watch.arrived(perSecond, at: .seconds(second), rate: rate)
            verdicts.append(watch.verdict(at: .seconds(second), reserve: .seconds(reserve), rate: rate))
        }
        #expect(verdicts.contains(.trickling) == isLeft)
        if isLeft { #expect(verdicts.firstIndex(of: .trickling) == 20) }
    }
}
