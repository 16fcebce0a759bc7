import RadioCore
import Testing

@testable import Playback

private func inBand(_ text: String) -> InBandTitle { InBandTitle(source: .icy, text: text) }
private func title(_ text: String) -> HeardMark { .title(inBand(text)) }

struct HeardScheduleTests {
    @Test func `a title is due at the frame behind its byte, not before`() {
        var schedule = HeardSchedule()
        _ = schedule.add(title("a"), at: 1000)
        #expect(schedule.nextDue == nil, "not decoded yet")
        schedule.reached(1000, frame: 48_000)
        #expect(schedule.nextDue == 48_000)
        #expect(schedule.heard(upTo: 47_999).isEmpty)
        #expect(schedule.heard(upTo: 48_000) == [title("a")])
        #expect(schedule.heard(upTo: 99_999).isEmpty, "told once")
        #expect(!schedule.hasPending)
    }

    @Test func `titles that came due together are told in order`() {
        var schedule = HeardSchedule()
        for (index, text) in ["a", "b", "c"].enumerated() {
            _ = schedule.add(title(text), at: index * 100)
            schedule.reached(index * 100, frame: index * 10)
        }
        #expect(schedule.heard(upTo: 15) == [title("a"), title("b")])
        #expect(schedule.nextDue == 20)
    }

    @Test func `a title whose frame is not known holds back those behind it`() {
        var schedule = HeardSchedule()
        _ = schedule.add(title("a"), at: 0)
        _ = schedule.add(title("b"), at: 100)
        schedule.reached(100, frame: 10)
        #expect(schedule.heard(upTo: 1000).isEmpty)
        schedule.reached(0, frame: 0)
        #expect(schedule.heard(upTo: 1000) == [title("a"), title("b")])
    }

    @Test func `a step back brings back the title in force there and those ahead`() {
        var schedule = HeardSchedule()
        for (text, byte) in [("a", 0), ("b", 1000), ("c", 2000)] {
            _ = schedule.add(title(text), at: byte)
            schedule.reached(byte, frame: byte)
        }
        _ = schedule.heard(upTo: 5000)
        let (inForce, watch) = schedule.beginSession(at: 1500)
        #expect(inForce == inBand("b"))
        #expect(watch == [2000])
        #expect(schedule.nextDue == nil, "frames of the old session mean nothing now")
        schedule.reached(2000, frame: 77)
        #expect(schedule.heard(upTo: 77) == [title("c")])
    }

    @Test func `a session that begins at a title's very byte has it in force`() {
        var schedule = HeardSchedule()
        _ = schedule.add(title("a"), at: 1000)
        #expect(schedule.beginSession(at: 1000).inForce == inBand("a"))
        #expect(schedule.beginSession(at: 999).inForce == nil)
    }

    @Test func `forgetting keeps the title in force and those that are pending`() {
        var schedule = HeardSchedule()
        for (text, byte) in [("a", 0), ("b", 1000), ("c", 2000)] { _ = schedule.add(title(text), at: byte) }
        _ = schedule.beginSession(at: 1500)
        schedule.forget(before: 1600)
        #expect(schedule.beginSession(at: 1600).inForce == inBand("b"))
        #expect(schedule.beginSession(at: 500).inForce == nil, "the first is gone")
    }

    @Test func `a flood of titles is bounded, and those nearest to the ear and the newest survive`() {
        var schedule = HeardSchedule()
        let last = HeardSchedule.limit + 9
        let watched = (0...last).filter { schedule.add(title("\($0)"), at: $0) }
        #expect(watched.count == HeardSchedule.limit)
        schedule.reached(0, frame: 0)
        #expect(schedule.heard(upTo: 0) == [title("0")])
        #expect(schedule.beginSession(at: last).inForce == inBand("\(last)"))
    }

    @Test func `a flood while titles are heard forgets the oldest`() {
        var schedule = HeardSchedule()
        for index in 0..<HeardSchedule.limit { _ = schedule.add(title("\(index)"), at: index) }
        schedule.reached(0, frame: 0)
        _ = schedule.heard(upTo: 0)
        let watches = schedule.add(title("new"), at: 9999)
        #expect(watches)
        #expect(schedule.beginSession(at: 0).inForce == nil)
        #expect(schedule.beginSession(at: 9999).inForce == inBand("new"))
    }

    @Test func `a splice is told once it is heard, and is no title`() {
        var schedule = HeardSchedule()
        let splice = HeardMark.splice(SpliceReport(kind: .exact))
        _ = schedule.add(title("a"), at: 0)
        _ = schedule.add(splice, at: 100)
        schedule.reached(0, frame: 0)
        schedule.reached(100, frame: 50)
        #expect(schedule.heard(upTo: 50) == [title("a"), splice])
        schedule.forget(before: 200)
        let (inForce, watch) = schedule.beginSession(at: 200)
        #expect(inForce == inBand("a") && watch.isEmpty)
    }
}
