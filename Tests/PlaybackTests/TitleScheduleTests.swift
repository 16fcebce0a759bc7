import RadioCore
import Testing

@testable import Playback

private func title(_ text: String) -> InBandTitle { InBandTitle(source: .icy, text: text) }

struct TitleScheduleTests {
    @Test func `a title is due at the frame behind its byte, not before`() {
        var schedule = TitleSchedule()
        schedule.add(title("a"), at: 1000)
        #expect(schedule.nextDue == nil, "not decoded yet")
        schedule.reached(1000, frame: 48_000)
        #expect(schedule.nextDue == 48_000)
        #expect(schedule.heard(upTo: 47_999).isEmpty)
        #expect(schedule.heard(upTo: 48_000) == [title("a")])
        #expect(schedule.heard(upTo: 99_999).isEmpty, "told once")
        #expect(!schedule.hasPending)
    }

    @Test func `titles that came due together are told in order`() {
        var schedule = TitleSchedule()
        for (index, text) in ["a", "b", "c"].enumerated() {
            schedule.add(title(text), at: index * 100)
            schedule.reached(index * 100, frame: index * 10)
        }
        #expect(schedule.heard(upTo: 15) == [title("a"), title("b")])
        #expect(schedule.nextDue == 20)
    }

    @Test func `a title whose frame is not known holds back those behind it`() {
        var schedule = TitleSchedule()
        schedule.add(title("a"), at: 0)
        schedule.add(title("b"), at: 100)
        schedule.reached(100, frame: 10)
        #expect(schedule.heard(upTo: 1000).isEmpty)
        schedule.reached(0, frame: 0)
        #expect(schedule.heard(upTo: 1000) == [title("a"), title("b")])
    }

    @Test func `a step back brings back the title in force there and those ahead`() {
        var schedule = TitleSchedule()
        for (text, byte) in [("a", 0), ("b", 1000), ("c", 2000)] {
            schedule.add(title(text), at: byte)
            schedule.reached(byte, frame: byte)
        }
        _ = schedule.heard(upTo: 5000)
        let (inForce, watch) = schedule.beginSession(at: 1500)
        #expect(inForce == title("b"))
        #expect(watch == [2000])
        #expect(schedule.nextDue == nil, "frames of the old session mean nothing now")
        schedule.reached(2000, frame: 77)
        #expect(schedule.heard(upTo: 77) == [title("c")])
    }

    @Test func `a session that begins at a title's very byte has it in force`() {
        var schedule = TitleSchedule()
        schedule.add(title("a"), at: 1000)
        #expect(schedule.beginSession(at: 1000).inForce == title("a"))
        #expect(schedule.beginSession(at: 999).inForce == nil)
    }

    @Test func `forgetting keeps the title in force and those that are pending`() {
        var schedule = TitleSchedule()
        for (text, byte) in [("a", 0), ("b", 1000), ("c", 2000)] { schedule.add(title(text), at: byte) }
        _ = schedule.beginSession(at: 1500)
        schedule.forget(before: 1600)
        #expect(schedule.beginSession(at: 1600).inForce == title("b"))
        #expect(schedule.beginSession(at: 500).inForce == nil, "the first is gone")
    }

    @Test func `a flood of titles is bounded and the newest survive`() {
        var schedule = TitleSchedule()
        for index in 0..<(TitleSchedule.limit + 10) { schedule.add(title("\(index)"), at: index) }
        #expect(schedule.beginSession(at: 9).inForce == nil)
        #expect(schedule.beginSession(at: TitleSchedule.limit + 9).inForce == title("\(TitleSchedule.limit + 9)"))
    }
}
