import AudioProcessing
import Testing

@testable import AudioOutput

struct PlaybackTimelineTests {
    /// 100 frames of source 0 from frame 1000, a fade-out of 10, silence of 50, then source 1 fading in over 10.
    private func switched() -> PlaybackTimeline {
        var timeline = PlaybackTimeline()
        timeline.mark(.began, slot: 0, frame: 1000)
        timeline.append(slot: 0, frame: 1000, gain: steady(1), length: 100)
        timeline.append(slot: 0, frame: 1100, gain: GainRamp(from: 1, to: 0, length: 10), length: 10)
        timeline.mark(.left, slot: 0, frame: 1110)
        timeline.appendSilence(50)
        timeline.mark(.began, slot: 1, frame: 0)
        timeline.append(slot: 1, frame: 0, gain: GainRamp(from: 0, to: 1, length: 10), length: 10)
        timeline.append(slot: 1, frame: 10, gain: steady(1), length: 100)
        return timeline
    }

    private func steady(_ gain: Float) -> GainRamp { GainRamp(from: gain, to: gain, length: 0) }

    private func point(_ slot: Int, _ frame: Int, _ gain: Float) -> PlaybackTimeline.Point {
        PlaybackTimeline.Point(slot: slot, frame: frame, gain: gain)
    }

    @Test func `maps every sink frame to its source`() {
        let timeline = switched()
        #expect(timeline.point(at: 0) == point(0, 1000, 1))
        #expect(timeline.point(at: 105) == point(0, 1105, 0.5))
        #expect(timeline.point(at: 110) == .silence)
        #expect(timeline.point(at: 165) == point(1, 5, 0.5))
        #expect(timeline.point(at: 200) == point(1, 40, 1))
        #expect(timeline.point(at: 270) == .silence)
        #expect(timeline.end == 270 && timeline.soundEnd == 270)
    }

    @Test func `goes on from its end when nothing is cut`() {
        var timeline = switched()
        #expect(timeline.rewind(to: 270) == point(1, 110, 1))
    }

    @Test func `rewinds into the middle of a fade`() {
        var timeline = switched()
        #expect(timeline.rewind(to: 104) == point(0, 1104, 0.6))
        #expect(timeline.end == 104)
        #expect(timeline.point(at: 104) == .silence)
    }

    @Test func `rewinds to the start of a fade`() {
        var timeline = switched()
        #expect(timeline.rewind(to: 100) == point(0, 1100, 1))
    }

    @Test func `stays silent behind a fade-out`() {
        var timeline = switched()
        #expect(timeline.rewind(to: 110) == .silence)
        #expect(timeline.rewind(to: 110) == .silence)
    }

    @Test func `rewinds into silence`() {
        var timeline = switched()
        #expect(timeline.rewind(to: 130) == .silence)
        #expect(timeline.end == 130 && timeline.soundEnd == 110)
    }

    @Test func `is silent again where a source would begin`() {
        var timeline = switched()
        #expect(timeline.rewind(to: 160) == .silence)
        #expect(timeline.takeMark(upTo: 1000)?.kind == .began)
        #expect(timeline.takeMark(upTo: 1000)?.kind == .left)
        #expect(timeline.takeMark(upTo: 1000) == nil)
    }

    @Test func `takes back an end that is cut off, and keeps one before the cut`() {
        var timeline = switched()
        _ = timeline.rewind(to: 110)
        #expect(timeline.hasMark(of: 0))
        _ = timeline.rewind(to: 109)
        #expect(timeline.takeMark(upTo: 1000)?.kind == .began)
        #expect(timeline.nextMark == nil)
        #expect(timeline.rewind(to: 109) == point(0, 1109, Float(1) + Float(-1) * (9.0 / 10.0)))
    }

    @Test func `makes a gap silence`() {
        var timeline = switched()
        #expect(timeline.rewind(to: 400) == .silence)
        #expect(timeline.end == 400 && timeline.soundEnd == 270)
    }

    @Test func `hands marks out when they are heard, in order`() {
        var timeline = switched()
        #expect(timeline.takeMark(upTo: 0)?.kind == .began)
        #expect(timeline.takeMark(upTo: 109) == nil)
        #expect(timeline.takeMark(upTo: 110) == PlaybackMark(sinkFrame: 110, kind: .left, slot: 0, frame: 1110))
        #expect(timeline.nextMark?.sinkFrame == 160)
    }

    @Test func `names the oldest frame that is still queued`() {
        let timeline = switched()
        #expect(timeline.oldestFrame(of: 0, from: 50) == 1050)
        #expect(timeline.oldestFrame(of: 0, from: 110) == nil)
        #expect(timeline.oldestFrame(of: 1, from: 50) == 0)
    }

    @Test func `is one piece however long a source plays`() {
        var timeline = PlaybackTimeline()
        timeline.append(slot: 2, frame: 77, gain: steady(1), length: 1)
        for frame in 0..<10_000 { timeline.append(slot: 0, frame: frame, gain: steady(1), length: 1) }
        #expect(timeline.point(at: 0) == point(2, 77, 1))
        #expect(timeline.point(at: 5001) == point(0, 5000, 1))
    }

    @Test func `forgets the oldest piece when it is full`() {
        var timeline = PlaybackTimeline()
        for slot in 0..<70 { timeline.append(slot: slot, frame: 0, gain: steady(1), length: 10) }
        #expect(timeline.point(at: 55) == .silence)
        #expect(timeline.point(at: 65) == point(6, 5, 1))
        #expect(timeline.rewind(to: 65) == point(6, 5, 1))
    }
}
