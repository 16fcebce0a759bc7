import Rings

/// Where the ear is.
extension Renderer {
    /// A snapshot for other threads.
    var map: RenderedMap {
        var ids = InlineArray<8, Int>(repeating: -1)
        // Safe: a slot's reference is counted, so whatever is in a slot is alive.
        for slot in 0..<Self.slotCount { ids[slot] = unsafe sources[slot]?.takeUnretainedValue().id ?? -1 }
        return RenderedMap(timeline: timeline, sourceIDs: ids, goalSlot: goal.slot, start: start)
    }

    /// Where the source that is to be heard begins or goes on, while it is not queued.
    private var start: Int? {
        switch goal {
        case .silence: nil
        case .hold(_, let frame, _, _): frame
        case .play(let slot, let frame, _): point.slot == slot ? point.frame : frame
        }
    }
}
