import Rings

/// Looking at sources from within the realtime callback: borrowed, never counted.
extension Renderer {
    // Safe: a slot's reference is counted, and given back between two calls of `render` only; a borrowed look is enough.

    /// Whether `slot` holds enough to begin at `frame`.
    @_noLocks
    func isReady(_ slot: PlaybackTimeline.Slot, from frame: Int, minimum: Int) -> Bool {
        isFinished(slot) || end(of: slot) - frame >= max(1, minimum)
    }

    /// The position behind the newest frame of `slot`.
    @_noLocks
    func end(of slot: PlaybackTimeline.Slot) -> Int {
        guard slot >= 0, let source = unsafe sources[slot] else { return 0 }
        return unsafe source._withUnsafeGuaranteedRef { $0.reader.end }
    }

    /// Whether nothing more will come from `slot`; to be asked before `end(of:)`.
    @_noLocks
    func isFinished(_ slot: PlaybackTimeline.Slot) -> Bool {
        guard slot >= 0, let source = unsafe sources[slot] else { return true }
        return unsafe source._withUnsafeGuaranteedRef { $0.reader.isFinished }
    }

    /// Copies frames of `slot`, and returns how many there were.
    @_noLocks
    func read(
        _ slot: PlaybackTimeline.Slot, at frame: Int, into buffer: UnsafeMutablePointer<Float>, frames: Int
    ) -> Int {
        guard slot >= 0, let source = unsafe sources[slot] else { return 0 }
        return unsafe source._withUnsafeGuaranteedRef { unsafe $0.reader.read(at: frame, into: buffer, frames: frames) }
    }
}
