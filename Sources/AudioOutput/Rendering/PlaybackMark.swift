/// Something that is to be told when the sink frame is heard at which it happens.
package struct PlaybackMark: Equatable, Sendable {
    /// What happens.
    package enum Kind: Equatable, Sendable {
        /// A source is heard from here on.
        case began
        /// A pause: the source is silent from here on.
        case paused
        /// A source was left for another or for nothing.
        case left
        /// The source has no more frames, though it is not finished.
        case starved
        /// The source was played to its end.
        case finished
    }

    /// Where: the first frame that is different.
    package let sinkFrame: Int
    /// What.
    package let kind: Kind
    /// To whom.
    package let slot: PlaybackTimeline.Slot
    /// The frame of the source where it begins, or from which it is to go on.
    package let frame: Int

    @_noLocks
    init(sinkFrame: Int, kind: Kind, slot: PlaybackTimeline.Slot, frame: Int) {
        self.sinkFrame = sinkFrame
        self.kind = kind
        self.slot = slot
        self.frame = frame
    }

    /// Whether cutting off everything from `cut` on undoes it: an end before the cut stays, a beginning at it does not.
    @_noLocks
    func isUndone(byCutAt cut: Int) -> Bool {
        if case .began = kind { return sinkFrame >= cut }
        return sinkFrame > cut
    }
}
