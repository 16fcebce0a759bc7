/// A snapshot of what was rendered, for asking from any thread what a sink frame holds.
struct RenderedMap: Sendable {
    private let timeline: PlaybackTimeline
    private let sourceIDs: InlineArray<8, Int>
    private let goalSlot: PlaybackTimeline.Slot
    private let start: Int?

    /// - Parameters:
    ///   - sourceIDs: The source in each slot, -1 for none.
    ///   - goalSlot: Whose source is the current one.
    ///   - start: Where that one begins or goes on, while it is not queued.
    init(
        timeline: PlaybackTimeline, sourceIDs: InlineArray<8, Int>, goalSlot: PlaybackTimeline.Slot, start: Int?
    ) {
        self.timeline = timeline
        self.sourceIDs = sourceIDs
        self.goalSlot = goalSlot
        self.start = start
    }

    /// The sink frame behind the last that is not silence.
    var soundEnd: Int { timeline.soundEnd ?? 0 }

    /// Which frame of which source the sink frame holds; while it holds none, which will be next.
    func position(at sinkFrame: Int) -> (sourceID: Int, frame: Int, isSounding: Bool)? {
        let heard = timeline.point(at: sinkFrame)
        if let id = sourceID(of: heard.slot) { return (id, heard.frame, true) }
        guard let id = sourceID(of: goalSlot),
            let frame = timeline.oldestFrame(of: goalSlot, from: sinkFrame) ?? start
        else { return nil }
        return (id, frame, false)
    }

    private func sourceID(of slot: PlaybackTimeline.Slot) -> Int? {
        slot < 0 || sourceIDs[slot] < 0 ? nil : sourceIDs[slot]
    }
}
