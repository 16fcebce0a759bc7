import Testing

@testable import Network

struct TransferWatchTests {
    fileprivate let limits = HTTPRequest.Limits(firstByte: .seconds(15), stall: .seconds(10))

    @Test func `gives an answer fifteen seconds, anew after each redirect`() {
        var watch = TransferWatch(limits: limits, now: .seconds(100))
        #expect(watch.verdict(at: .seconds(100)) == .wait(until: .seconds(115)))
        #expect(watch.verdict(at: .seconds(115)) == .noAnswer)
        watch.redirected(at: .seconds(110))
        #expect(watch.verdict(at: .seconds(115)) == .wait(until: .seconds(125)))
    }

    @Test func `calls a body stalled after ten seconds without a byte`() {
        var watch = TransferWatch(limits: limits, now: .zero)
        watch.arrived(at: .seconds(1))
        #expect(watch.verdict(at: .seconds(2)) == .wait(until: .seconds(6)))
        #expect(!watch.isQuiet(at: .seconds(5)))
        #expect(watch.isQuiet(at: .seconds(6)))
        #expect(watch.verdict(at: .seconds(6)) == .wait(until: .seconds(11)))
        #expect(watch.verdict(at: .seconds(11)) == .stalled)
        watch.arrived(at: .seconds(11))
        #expect(watch.verdict(at: .seconds(11)) == .wait(until: .seconds(16)))
    }
}

extension TransferWatchTests {
    @Test func `waits for ever while we are the ones who take nothing`() {
        var watch = TransferWatch(limits: limits, now: .zero)
        watch.arrived(at: .seconds(1))
        watch.rest()
        #expect(watch.verdict(at: .seconds(1000)) == .rest)
        #expect(!watch.isQuiet(at: .seconds(1000)))
        watch.arrived(at: .seconds(1000))
        #expect(watch.verdict(at: .seconds(1010)) == .stalled)
    }
}

struct ReceiveTuningTests {
    @Test func `lets a second of a stream with a burst wait in the kernel`() {
        #expect(mark(burst: 65536, perSecond: 16000, seconds: 10) == 16000)
        #expect(mark(burst: 1 << 20, perSecond: 40000, seconds: 10) == ReceiveTuning.limit)
    }

    @Test func `lets wait only what the burst can spare`() {
        #expect(mark(burst: 20000, perSecond: 16000, seconds: 10) == 5000)
        #expect(mark(burst: 0, perSecond: 16000, seconds: 10) == nil)
        #expect(mark(burst: 0, perSecond: 10 << 20, seconds: 10) == nil)
    }

    @Test func `tells the mark once`() {
        var tuning = ReceiveTuning()
        _ = tuning.arrived(65536, at: .zero)
        _ = tuning.arrived(32000, at: .seconds(2))
        #expect(tuning.arrived(16000, at: .seconds(3)) != nil)
        #expect(tuning.arrived(16000, at: .seconds(4)) == nil)
    }

    /// A burst at once, then a piece each tenth of a second.
    private func mark(burst: Int, perSecond: Int, seconds: Int) -> Int? {
        var tuning = ReceiveTuning()
        var mark = tuning.arrived(burst, at: .zero)
        for tenth in 1...seconds * 10 {
            mark = tuning.arrived(perSecond / 10, at: .milliseconds(100 * tenth)) ?? mark
        }
        return mark
    }
}
