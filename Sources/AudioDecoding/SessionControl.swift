import Rings
import Synchronization

/// What other threads tell the decoder thread: to end, and how much slower to play.
final class SessionControl: Sendable {
    /// Rung whenever the decoder thread should look again: bytes, space, or the end.
    let doorbell = Doorbell()
    private let cancelled = Atomic<Bool>(false)
    private let adjustment = Atomic<Int>(0)

    /// Whether the session was told to end.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Parts per million to play slower.
    var rateAdjustment: Int { adjustment.load(ordering: .relaxed) }

    /// Tells the session to end.
    func cancel() {
        cancelled.store(true, ordering: .releasing)
        doorbell.ring()
    }

    /// Tells the session to play `ppm` parts per million slower.
    func setRateAdjustment(_ ppm: Int) { adjustment.store(ppm, ordering: .relaxed) }
}
