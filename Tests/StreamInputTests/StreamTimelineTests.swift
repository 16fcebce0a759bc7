import Testing

@testable import StreamInput

struct StreamTimelineTests {
    @Test func `gives the headers in force behind them, and none at or within them`() {
        var timeline = StreamTimeline()
        timeline.begin(first, at: 0)
        timeline.add(header(0..<10))
        timeline.add(header(50..<60))
        timeline.begin(second, at: 90)
        #expect(timeline.preamble(at: 95) == [50], "bytes that follow on")
        timeline.cut(at: 90)
        #expect([0, 9, 50, 55, 90, 95].allSatisfy { timeline.preamble(at: $0).isEmpty })
        #expect(timeline.preamble(at: 10) == [0])
        #expect(timeline.preamble(at: 49) == [0])
        #expect(timeline.preamble(at: 60) == [50])
        #expect(timeline.preamble(at: 89) == [50])
    }

    @Test func `forgets only what is in force nowhere any more`() {
        var timeline = StreamTimeline()
        timeline.begin(first, at: 0)
        timeline.add(header(0..<10))
        timeline.add(header(50..<60))
        timeline.forget(before: 49)
        #expect(timeline.preamble(at: 49) == [0])
        timeline.forget(before: 50)
        #expect(timeline.preamble(at: 49).isEmpty)
        #expect(timeline.preamble(at: 1000) == [50])
    }

    @Test func `knows what brought a byte, also when its beginning is forgotten`() {
        var timeline = StreamTimeline()
        timeline.begin(first, at: 0)
        #expect(timeline.connection(at: 0) == first)
        timeline.begin(second, at: 0)
        #expect(timeline.connection(at: 0) == second, "the first brought nothing")
        timeline.add(header(50..<60))
        timeline.begin(first, at: 90)
        #expect([0, 50, 89, 90, 99].map { timeline.connection(at: $0) } == [second, second, second, first, first])
        timeline.forget(before: 55)
        #expect(timeline.connection(at: 0) == second)
    }

    private let first = StreamConnection(number: 0, stream: 0)
    private let second = StreamConnection(number: 1, stream: 1)

    private func header(_ range: Range<Int>) -> CodecHeader {
        CodecHeader(
            codec: .opus, position: range.lowerBound, end: range.upperBound, bytes: [UInt8(range.lowerBound)],
            title: nil)
    }
}
