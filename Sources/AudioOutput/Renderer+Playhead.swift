package import Rings

/// Where the ear is.
extension Renderer {
    /// Which frame of which source the sink frame holds; while it holds none, which will be next.
    package func position(at sinkFrame: Int) -> (sourceID: Int, frame: Int, isSounding: Bool)? {
        let heard = timeline.point(at: sinkFrame)
        if heard.slot != PlaybackTimeline.silence, let id = sourceID(of: heard.slot) { return (id, heard.frame, true) }
        guard let id = sourceID(of: goal.slot), let frame = timeline.oldestFrame(of: goal.slot, from: sinkFrame) ?? start
        else { return nil }
        return (id, frame, false)
    }

    /// The current source, and its first frame that the sink has not played at `sinkFrame`.
    package func current(at sinkFrame: Int) -> (source: AudioSource, heardFrame: Int)? {
        guard goal.slot != PlaybackTimeline.silence, let source = unsafe sources[goal.slot]?.takeUnretainedValue()
        else { return nil }
        if case .hold(_, let frame, _) = goal { return (source, frame) }
        return (source, timeline.oldestFrame(of: goal.slot, from: sinkFrame) ?? start ?? point.frame)
    }

    /// Where the source that is to be heard begins or goes on, while it is not.
    private var start: Int? {
        switch goal {
        case .silence: nil
        case .hold(_, let frame, _): frame
        case .play(let slot, let frame, _): point.slot == slot ? point.frame : frame
        }
    }

    private func sourceID(of slot: PlaybackTimeline.Slot) -> Int? {
        slot < 0 ? nil : unsafe sources[slot]?.takeUnretainedValue().id
    }
}
