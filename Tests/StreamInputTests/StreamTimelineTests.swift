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

    @Test func `forgets only what is in force nowhere any more`() {
        var timeline = StreamTimeline()
        timeline.add(header(0..<10))
        timeline.add(header(50..<60))
        timeline.forget(before: 49)
        #expect(timeline.preamble(at: 49) == [0])
        timeline.forget(before: 50)
        #expect(timeline.preamble(at: 49).isEmpty)
        #expect(timeline.preamble(at: 1000) == [50])
    }

    private func header(_ range: Range<Int>) -> CodecHeader {
        CodecHeader(
            codec: .opus, position: range.lowerBound, end: range.upperBound, bytes: [UInt8(range.lowerBound)],
            title: nil)
    }
}
