import Glibc
import RadioCore
import Synchronization

/// The person's side: lines on stderr, and below them one status line where stderr is a terminal.
///
/// Everything goes through one writer in order, so that a line never lands in the middle of the status line. Safe to
/// call from any thread.
final class Console: Sendable {
    private struct State {
        var status: StatusLine?
        /// What stands on the terminal now.
        var shown: String?
        /// Somebody else has the terminal.
        var isHeld = false
        var repeats = RepeatFilter()
    }

    /// Back to the first column, and erase what stands there (ECMA-48: CR, EL).
    private static let erase = "\r\u{1B}[K"
    /// The width of a terminal that does not tell its own.
    private static let usualWidth = 80

    private let writer: LineWriter
    private let clock: ProcessClock
    private let showsStatus: Bool
    private let state = Guarded(State())

    /// A console on stderr; `showsStatus` is whether a status line is wanted, should it be a terminal.
    init(clock: ProcessClock, showsStatus: Bool) throws(SystemError) {
        self.clock = clock
        self.showsStatus = showsStatus && isatty(STDERR_FILENO) == 1 && Self.canErase
        writer = try LineWriter(descriptor: STDERR_FILENO, name: "stderr") { "(\($0) lines left out)\n" }
    }

    /// Prints a line above the status line.
    func line(_ text: String) {
        state.withLock { state in
            let below = state.shown ?? ""
            writer.write((state.shown == nil ? "" : Self.erase) + text + "\n" + below)
        }
    }

    /// Prints a line of the log, unless the very same has just been printed.
    func log(_ level: LogLevel, _ domain: String?, _ message: String) {
        let text = [level.rawValue, domain].compactMap { $0 }.joined(separator: ": ") + ": \(SafeText.clean(message))"
        guard let line = state.withLock({ $0.repeats.show(text, at: clock.elapsed) }) else { return }
        self.line(line)
    }

    /// Makes `status` the status line, and draws it where that changes anything.
    func show(_ status: StatusLine) {
        state.withLock { state in
            state.status = status
            draw(&state)
        }
    }

    /// Draws the status line anew, because the terminal has another width or was somebody else's.
    func redraw() {
        state.withLock { state in
            state.isHeld = false
            if state.shown != nil { state.shown = "" }
            draw(&state)
        }
    }

    /// Takes the status line away, at once and past the queue, and draws none until `redraw()`.
    func hold() {
        state.withLock { state in
            state.isHeld = true
            if state.shown != nil { writer.writeNow(Self.erase) }
            state.shown = nil
        }
    }

    /// Takes the status line away for good, and writes the rest.
    func finish() async {
        state.withLock { state in
            if state.shown != nil { writer.write(Self.erase, isLast: true) }
            state.shown = nil
            state.isHeld = true
        }
        await writer.finish(within: .milliseconds(200))
    }

    private func draw(_ state: inout State) {
        guard showsStatus, !state.isHeld, let status = state.status, Self.isForeground else { return }
        // One cell stays free: a character in the last one makes some terminals begin a new line.
        let text = status.text(width: Self.width - 1)
        guard text != state.shown else { return }
        state.shown = text
        writer.write(Self.erase + text)
    }

    private static var width: Int {
        var size = winsize()
        // Safe: `size` outlives the call, which only fills it.
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualWidth }
        return Int(size.ws_col)
    }

    /// Whether the terminal is ours to draw on: always where it is not the one that controls us.
    private static var isForeground: Bool {
        let group = tcgetpgrp(STDERR_FILENO)
        return group < 0 || group == getpgrp()
    }

    private static var canErase: Bool {
        guard let term = Environment.current["TERM"] else { return false }
        return term != "dumb"
    }
}
