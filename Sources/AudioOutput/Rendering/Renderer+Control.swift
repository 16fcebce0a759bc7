package import Rings

/// What the output's thread asks of the renderer between two callbacks; rewind first, then say what is wanted.
extension Renderer {
    // Safe: a slot's reference is counted, from `adopt` to `free`, so whatever is in a slot is alive.

    /// Plays `source` from `frame` once it has `minimum` frames; the current source goes on where it stopped.
    package mutating func play(_ source: AudioSource, from frame: Int, minimum: Int) {
        precondition(source.channels == channels, "a source has the format of its output")
        let slot = slot(of: source) ?? adopt(source)
        switch goal {
        case .hold(slot, let held, _, _): goal = .play(slot, frame: held, minimum: minimum)
        case .play(slot, let start, _): goal = .play(slot, frame: start, minimum: minimum)
        default: goal = .play(slot, frame: frame, minimum: minimum)
        }
    }

    /// Fades out and keeps the place.
    package mutating func pause() {
        switch goal {
        case .silence, .hold(_, _, because: .paused, _): return
        case .play(let slot, let frame, let minimum), .hold(let slot, let frame, _, let minimum):
            let isHeard = point.slot == slot
            let held = isHeard ? point.frame : frame
            goal = .hold(slot, frame: held, because: .paused, minimum: minimum)
            if !isHeard { timeline.mark(.paused, slot: slot, frame: held) }
        }
    }

    /// Goes on after a pause, once as many frames are there as were asked for last.
    package mutating func resume() {
        guard case .hold(let slot, let frame, because: .paused, let minimum) = goal else { return }
        goal = .play(slot, frame: frame, minimum: minimum)
    }

    /// Goes on after starving; in a pause that came in between, only once that ends.
    package mutating func resumeAfterStarving(minimum: Int) {
        switch goal {
        case .hold(let slot, let frame, because: .starved, _): goal = .play(slot, frame: frame, minimum: minimum)
        case .hold(let slot, let frame, because: .paused, _):
            goal = .hold(slot, frame: frame, because: .paused, minimum: minimum)
        default: return
        }
    }

    /// Gives up the current source, which has run dry so late that no fade can be heard any more.
    package mutating func starve() {
        guard isSounding else { return }
        if isLeaving { leave() } else { end(isFinished: false) }
    }

    /// Fades out and lets go.
    package mutating func silence() { goal = .silence }

    private func slot(of source: AudioSource) -> PlaybackTimeline.Slot? {
        (0..<Self.slotCount).first { unsafe sources[$0]?.takeUnretainedValue() === source }
    }

    /// Gives `source` a place. There are more places than a listener can fill within the time of a fade; should it
    /// happen all the same, a source that is fading out falls silent at once.
    private mutating func adopt(_ source: AudioSource) -> PlaybackTimeline.Slot {
        let empty = (0..<Self.slotCount).first { unsafe sources[$0] == nil }
        let slot = empty ?? (0..<Self.slotCount).first { $0 != goal.slot && $0 != point.slot } ?? 0
        free(slot)
        unsafe sources[slot] = .passRetained(source)
        return slot
    }

    /// Gives the place of a source back.
    private mutating func free(_ slot: PlaybackTimeline.Slot) {
        guard let source = unsafe sources[slot] else { return }
        told.remove(unsafe source.takeUnretainedValue().id)
        unsafe source.release()
        unsafe sources[slot] = nil
    }
}

/// What follows from the sink's progress.
extension Renderer {
    /// Gives back to the decoders every frame that has been heard and cannot be wanted again.
    package func releaseHeard(before sinkFrame: Int) {
        for slot in 0..<Self.slotCount {
            guard let source = unsafe sources[slot]?.takeUnretainedValue(),
                let frame = oldestNeeded(slot, from: sinkFrame),
                frame > source.reader.oldest
            else { continue }
            source.reader.release(before: frame)
            source.space.ring()
        }
    }

    /// The next event that is due once the sink has played up to `sinkFrame`; after the last, lets go of what was left.
    package mutating func takeEvent(upTo sinkFrame: Int) -> OutputEvent? {
        while let mark = timeline.takeMark(upTo: sinkFrame) {
            if let event = event(of: mark) { return event }
        }
        letGo(heard: sinkFrame)
        return nil
    }

    /// The first frame of `slot` that may be asked for again.
    private func oldestNeeded(_ slot: PlaybackTimeline.Slot, from sinkFrame: Int) -> Int? {
        let queued = timeline.oldestFrame(of: slot, from: sinkFrame) ?? (point.slot == slot ? point.frame : nil)
        switch goal {
        case .hold(slot, let frame, _, _): return min(queued ?? frame, frame)
        case .play(slot, let frame, _) where point.slot != slot: return min(queued ?? frame, frame)
        default: return queued
        }
    }

    private mutating func event(of mark: PlaybackMark) -> OutputEvent? {
        guard let id = unsafe sources[mark.slot]?.takeUnretainedValue().id else { return nil }
        switch mark.kind {
        case .began: return told.insert(id).inserted ? .started(sourceID: id) : .resumed(sourceID: id)
        case .paused: return .paused(sourceID: id, frame: mark.frame)
        case .starved: return .starved(sourceID: id)
        case .left: return nil
        case .finished:
            if goal.slot != mark.slot { free(mark.slot) }
            return .finished(sourceID: id)
        }
    }

    /// Frees the sources that nothing needs any more.
    private mutating func letGo(heard sinkFrame: Int) {
        for slot in 0..<Self.slotCount where slot != goal.slot && slot != point.slot {
            guard !timeline.hasMark(of: slot), timeline.oldestFrame(of: slot, from: sinkFrame) == nil else { continue }
            free(slot)
        }
    }
}
