import Glibc
import Synchronization

/// Gives the terminal back when the program crashes, or is ended by a signal that nothing else here answers.
///
/// The handler uses only what POSIX calls async-signal-safe (`tcsetattr`, `write`, `raise`), on memory that was made
/// before it was installed.
enum CrashGuard {
    private static let signals = [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS,
        // Sent by people and by the system: each ends a program that does not know it.
        SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGXCPU,
    ]
    private static let isArmed = Atomic<Bool>(false)
    /// Written only while `isArmed` is false, by whoever holds the terminal's lock; read by the handler while it is true.
    private nonisolated(unsafe) static let settings = {
        let memory = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        unsafe memory.initialize(to: termios())
        return unsafe memory
    }()

    /// From now on a crash sets the terminal to `before`.
    static func arm(_ before: termios) {
        unsafe settings.pointee = before
        isArmed.store(true, ordering: .releasing)
        install()
    }

    /// From now on a crash leaves the terminal alone.
    static func disarm() {
        isArmed.store(false, ordering: .releasing)
    }

    private static func install() {
        for signal in signals where !SignalPipe.isIgnored(signal) {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { number in CrashGuard.crashed(number) }
            // The handler runs once; the signal that it sends again then has its usual effect.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND) | UInt32(SA_NODEFER))
            // Safe: `action` outlives the call, which copies it.
            _ = unsafe sigaction(signal, &action, nil)
        }
    }

    private static func crashed(_ number: Int32) {
        if isArmed.load(ordering: .acquiring) {
            unsafe tcsetattr(STDIN_FILENO, TCSANOW, settings)
            var end: UInt8 = UInt8(ascii: "\n")
            _ = unsafe write(STDERR_FILENO, &end, 1)
        }
        raise(number)
    }
}
