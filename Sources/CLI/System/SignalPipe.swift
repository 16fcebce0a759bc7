import Glibc
import Synchronization

/// Turns signals into bytes of a pipe that a thread polls: the number of each signal, as it comes.
///
/// A pipe rather than a signalfd: that wants the signals blocked in every thread, and the Swift runtime's main thread
/// waits with none blocked. There is one for the process, as there is one disposition for each signal.
enum SignalPipe {
    /// Where the handler writes; -1 before `install`.
    private static let target = Atomic<Int32>(-1)

    /// Has `signals` written to `pipe`, which lives as long as the process.
    static func install(_ signals: [Int32], into pipe: WakePipe) {
        target.store(pipe.writeEnd, ordering: .releasing)
        for signal in signals { catchSignal(signal) }
    }

    /// Writes `signal` to the pipe when it comes.
    static func catchSignal(_ signal: Int32) {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { number in SignalPipe.received(number) }
        action.sa_flags = Int32(SA_RESTART)
        // Safe: `action` outlives the call, which copies it.
        _ = unsafe sigaction(signal, &action, nil)
    }

    /// Whether whoever started us has `signal` ignored, as nohup(1) does with SIGHUP.
    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        // Safe: `action` outlives the call, which only fills it.
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Ignores `signals`.
    static func ignore(_ signals: [Int32]) {
        for signal in signals { _ = Glibc.signal(signal, SIG_IGN) }
    }

    /// Stops this process as `signal` does by itself, and returns when it goes on. Not from the handler.
    static func stop(by signal: Int32) {
        _ = Glibc.signal(signal, SIG_DFL)
        raise(signal)
        catchSignal(signal)
    }

    private static func received(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(target.load(ordering: .acquiring), &byte, 1)
        errno = before
    }
}
