import Glibc
import RadioCore

/// The terminal as a source of keys. It is as it was before whenever this process is not reading keys in the
/// foreground. Safe to call from any thread.
final class Terminal: Sendable {
    private let descriptor = STDIN_FILENO
    /// How it was when it was last taken; `nil` while it is not ours.
    private let before = Guarded<termios?>(nil)

    /// The terminal that stdin is, or `nil` where it is none.
    init?() {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
    }

    /// Whether this process may read keys and change how they come: only the foreground may.
    var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Has keys come one by one and unseen, if this process is in the foreground; `true` when they did not before.
    /// Ctrl-C and Ctrl-Z stay signals.
    ///
    /// How the terminal was is read each time anew: at the start of a background job it is the shell's.
    func take() -> Bool {
        before.withLock { before in
            guard before == nil, isForeground else { return false }
            var settings = termios()
            // Safe: `settings` outlives the calls.
            guard unsafe tcgetattr(descriptor, &settings) == 0 else { return false }
            before = settings
            CrashGuard.arm(settings)
            setRaw()
            return true
        }
    }

    /// Has keys come one by one again after a stop that could not be foreseen, in which the shell has set its own ways.
    func takeAgain() {
        before.withLock { before in
            guard before != nil, isForeground else { return }
            setRaw()
        }
    }

    /// Puts the terminal back as it was. Does nothing where it is not ours.
    func giveBack() {
        before.withLock { before in
            guard var settings = before else { return }
            before = nil
            CrashGuard.disarm()
            // In the background it has become somebody else's, who has set it for himself.
            guard isForeground else { return }
            // At once: a terminal that is stopped (Ctrl-S) or that nobody reads never drains.
            // Safe: `settings` outlives the call.
            unsafe tcsetattr(descriptor, TCSANOW, &settings)
        }
    }

    private func setRaw() {
        var settings = termios()
        // Safe: `settings` outlives the calls.
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return }
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // A read returns as soon as there is one byte: VMIN is 1, VTIME 0.
        settings.c_cc.6 = 1
        settings.c_cc.5 = 0
        unsafe tcsetattr(descriptor, TCSANOW, &settings)
    }
}
