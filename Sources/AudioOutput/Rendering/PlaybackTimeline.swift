package import AudioProcessing

/// What has been written to a sink, frame by frame, for as far back as matters: which source's frames with which gain.
///
/// Sink frames count from 0 since the sink was made. Pure and of a fixed size: nothing is allocated after creation, so
/// the realtime callback may use it, and a copy is a snapshot. When there are more pieces than it can hold, the oldest
/// is forgotten.
package struct PlaybackTimeline: Sendable {
    /// The number of a place that a source holds in the renderer; `silence` for none.
    package typealias Slot = Int

    /// The slot of frames that are nothing but zeros.
    package static var silence: Slot { @_noLocks get { -1 } }

    /// What one sink frame holds.
    package struct Point: Equatable, Sendable {
        /// Whose frame it is.
        package var slot: Slot
        /// Which frame of that source.
        package var frame: Int
        /// With which gain.
        package var gain: Float

        /// Nothing.
        package static var silence: Point { @_noLocks get { Point(slot: PlaybackTimeline.silence, frame: 0, gain: 0) } }

        @_noLocks
        init(slot: Slot, frame: Int, gain: Float) {
            self.slot = slot
            self.frame = frame
            self.gain = gain
        }
    }

    /// A run of sink frames that hold consecutive frames of one source, or silence.
    private struct Segment {
        var start = 0
        var length = 0
        var slot = PlaybackTimeline.silence
        var frame = 0
        var gain = GainRamp(from: 0, to: 0, length: 0)
        /// Whether the source stops at the end, rather than going on there.
        var stops = false

        var end: Int { @_noLocks get { start + length } }

        @_noLocks
        func point(at sinkFrame: Int) -> Point {
            let offset = sinkFrame - start
            return Point(slot: slot, frame: frame + offset, gain: gain.gain(at: offset))
        }

        /// Whether `other` goes on where this one ends, with the same unchanging gain.
        @_noLocks
        func continues(in other: Segment) -> Bool {
            guard slot == other.slot, !stops, gain.to == other.gain.from, other.gain.from == other.gain.to,
                gain.from == gain.to
            else { return false }
            return slot == PlaybackTimeline.silence || frame + length == other.frame
        }
    }

    private static var capacity: Int { @_noLocks get { 64 } }
    private static var markCapacity: Int { @_noLocks get { 16 } }

    private var segments = InlineArray<64, Segment>(repeating: Segment())
    private var first = 0
    private var count = 0
    private var marks = InlineArray<16, PlaybackMark>(
        repeating: PlaybackMark(sinkFrame: 0, kind: .began, slot: 0, frame: 0))
    private var markCount = 0

    /// The sink frame behind the last one written.
    package private(set) var end = 0

    /// Nothing written yet.
    package init() {}

    /// Appends `length` frames of `slot` from `frame` on, with a gain that goes along `gain`.
    @_noLocks
    package mutating func append(slot: Slot, frame: Int, gain: GainRamp, length: Int) {
        guard length > 0 else { return }
        let new = Segment(start: end, length: length, slot: slot, frame: frame, gain: gain)
        end += length
        if count > 0, segments[index(count - 1)].continues(in: new) {
            segments[index(count - 1)].length += length
            return
        }
        if count == Self.capacity {
            first = index(1)
            count -= 1
        }
        segments[index(count)] = new
        count += 1
    }

    /// Appends `length` frames of nothing.
    @_noLocks
    package mutating func appendSilence(_ length: Int) {
        append(slot: Self.silence, frame: 0, gain: GainRamp(from: 0, to: 0, length: 0), length: length)
    }

    /// Notes that something begins or ends at the end of what was written.
    @_noLocks
    package mutating func mark(_ kind: PlaybackMark.Kind, slot: Slot, frame: Int) {
        if case .began = kind {} else if count > 0 { segments[index(count - 1)].stops = true }
        if markCount == Self.markCapacity { dropMarks(1) }
        marks[markCount] = PlaybackMark(sinkFrame: end, kind: kind, slot: slot, frame: frame)
        markCount += 1
    }

    /// Cuts off everything from `sinkFrame` on, and returns what would have come there: where the source and its gain
    /// stand, or silence. Behind the end, the gap becomes silence.
    @_noLocks
    package mutating func rewind(to sinkFrame: Int) -> Point {
        if sinkFrame > end {
            appendSilence(sinkFrame - end)
            return .silence
        }
        while markCount > 0, marks[markCount - 1].isUndone(byCutAt: sinkFrame) { markCount -= 1 }
        while count > 0, segments[index(count - 1)].start >= sinkFrame { count -= 1 }
        end = sinkFrame
        return count > 0 ? trimLast(to: sinkFrame) : .silence
    }

    /// Shortens the last segment to end at `sinkFrame`, and returns what goes on from there, if it does.
    @_noLocks
    private mutating func trimLast(to sinkFrame: Int) -> Point {
        let last = index(count - 1)
        if segments[last].end == sinkFrame, segments[last].stops { return .silence }
        segments[last].length = sinkFrame - segments[last].start
        segments[last].stops = false
        return segments[last].slot == Self.silence ? .silence : segments[last].point(at: sinkFrame)
    }

    /// What `sinkFrame` holds; silence where nothing was written or it is forgotten.
    @_noLocks
    package func point(at sinkFrame: Int) -> Point {
        var position = count - 1
        while position >= 0 {
            let segment = segments[index(position)]
            if segment.start <= sinkFrame { return sinkFrame < segment.end ? segment.point(at: sinkFrame) : .silence }
            position -= 1
        }
        return .silence
    }

    /// The sink frame behind the last frame that is not silence; `nil` when there is none.
    package var soundEnd: Int? {
        @_noLocks get {
            var position = count - 1
            while position >= 0 {
                let segment = segments[index(position)]
                if segment.slot != Self.silence { return segment.end }
                position -= 1
            }
            return nil
        }
    }

    /// The oldest frame of `slot` that lies at or behind `sinkFrame`; `nil` when there is none.
    @_noLocks
    package func oldestFrame(of slot: Slot, from sinkFrame: Int) -> Int? {
        var oldest: Int?
        var position = count - 1
        while position >= 0 {
            let segment = segments[index(position)]
            if segment.end <= sinkFrame { break }
            if segment.slot == slot {
                let frame = segment.frame + max(0, sinkFrame - segment.start)
                oldest = min(oldest ?? frame, frame)
            }
            position -= 1
        }
        return oldest
    }

    /// The first mark that has not been taken.
    package var nextMark: PlaybackMark? {
        @_noLocks get { markCount > 0 ? marks[0] : nil }
    }

    /// Takes the first mark if it lies at or before `sinkFrame`.
    @_noLocks
    package mutating func takeMark(upTo sinkFrame: Int) -> PlaybackMark? {
        guard markCount > 0, marks[0].sinkFrame <= sinkFrame else { return nil }
        let mark = marks[0]
        dropMarks(1)
        return mark
    }

    /// Whether a mark of `slot` has not been taken.
    package func hasMark(of slot: Slot) -> Bool {
        (0..<markCount).contains { marks[$0].slot == slot }
    }

    @_noLocks
    private mutating func dropMarks(_ dropped: Int) {
        var position = dropped
        while position < markCount {
            marks[position - dropped] = marks[position]
            position += 1
        }
        markCount -= dropped
    }

    /// Where the segment lies that is `position` behind the oldest.
    @_noLocks
    private func index(_ position: Int) -> Int { (first + position) % Self.capacity }
}
