import RadioCore
import Testing

@testable import StreamInput

struct StreamTimelineTests {
    @Test func `gives the headers in force behind them, and none at or within them`() {
        var timeline = StreamTimeline()
        timeline.begin(at: 0)
        timeline.add(header(0..<10))
        timeline.add(header(50..<60))
        timeline.begin(at: 90)
        #expect([0, 9, 50, 55, 90, 95].allSatisfy { timeline.preamble(at: $0).isEmpty })
        #expect(timeline.preamble(at: 10) == [0])
        #expect(timeline.preamble(at: 49) == [0])
        #expect(timeline.preamble(at: 60) == [50])
        #expect(timeline.preamble(at: 89) == [50])
    }

    @Test func `gives the title in force, and takes no title twice in a row`() {
        var timeline = StreamTimeline()
        let added = [("a", 10), ("a", 20), ("b", 30), ("a", 40)].map { timeline.add(title($0.0), at: $0.1) }
        #expect(added == [true, false, true, true])
        #expect([9, 10, 29, 30, 40].map { timeline.title(at: $0)?.text } == [nil, "a", "a", "b", "a"])
    }

    @Test func `forgets only what is in force nowhere any more`() {
        var timeline = StreamTimeline()
        timeline.add(header(0..<10))
        timeline.add(header(50..<60))
        _ = timeline.add(title("a"), at: 0)
        _ = timeline.add(title("b"), at: 50)
        timeline.forget(before: 49)
        #expect(timeline.preamble(at: 49) == [0])
        #expect(timeline.title(at: 49)?.text == "a")
        timeline.forget(before: 50)
        #expect(timeline.preamble(at: 49).isEmpty)
        #expect(timeline.title(at: 49) == nil)
        #expect(timeline.preamble(at: 1000) == [50])
        #expect(timeline.title(at: 1000)?.text == "b")
    }

    private func title(_ text: String) -> InBandTitle { InBandTitle(source: .icy, text: text) }

    private func header(_ range: Range<Int>) -> CodecHeader {
        CodecHeader(
            codec: .opus, position: range.lowerBound, end: range.upperBound, bytes: [UInt8(range.lowerBound)],
            title: nil)
    }
}
