/// Tells the output that there are new frames: seldom, and always before the decoder thread sleeps. Belongs to that thread.
final class Announcer {
    /// While much is decoded at once, so many times for a second of sound.
    private static let perSecond = 4

    private let written: () -> Void
    private var pending = 0

    /// Tells by calling `written`.
    init(written: @escaping () -> Void) {
        self.written = written
    }

    /// Tells that nothing more is written.
    func tellEnd() { written() }

    /// Counts `frames` that were written, of `sampleRate` a second.
    func add(_ frames: Int, sampleRate: Int) {
        pending += frames
        if pending >= sampleRate / Self.perSecond { tell() }
    }

    /// Tells of what was written since it was last told, if anything was.
    func tell() {
        guard pending > 0 else { return }
        pending = 0
        written()
    }
}
