import Glibc
import RadioCore
import Synchronization

/// What comes from the person, besides options.
enum Input: Hashable, Sendable {
    /// A key.
    case key(Key)
    /// The first SIGINT, SIGTERM or SIGHUP.
    case stop
}

/// The thread that waits for keys and signals, and sleeps in between.
///
/// It alone takes the terminal and gives it back, as it alone knows of stopping and going on.
final class InputReader: Sendable {
    /// What wakes the thread without being a signal.
    private static let bell: UInt8 = 0
    /// How often a background job looks whether the shell has brought it to the foreground: not every shell says so.
    private static let backgroundCheck = Duration.seconds(1)

    private let terminal: Terminal?
    private let console: Console
    private let clock: ProcessClock
    private let pipe: WakePipe
    private let isEnding = Atomic<Bool>(false)
    private let deliver: @Sendable (Input) -> Void
    private let thread = Guarded<WorkerThread?>(nil)

    /// Starts waiting; `deliver` is called on the thread. Without a terminal there are signals only.
    init(
        terminal: Terminal?, console: Console, clock: ProcessClock, deliver: @escaping @Sendable (Input) -> Void
    ) throws(SystemError) {
        self.terminal = terminal
        self.console = console
        self.clock = clock
        self.deliver = deliver
        pipe = try WakePipe()
        let hangup = SignalPipe.isIgnored(SIGHUP) ? [] : [SIGHUP]
        SignalPipe.install([SIGINT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH] + hangup, into: pipe)
        let worker = WorkerThread(name: "keys") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    /// Gives the terminal back and ends the thread; signals that come later end up in the pipe.
    func finish() async {
        isEnding.store(true, ordering: .releasing)
        pipe.wake(Self.bell)
        let worker = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        await worker?.join()
    }

    private func run() {
        var parser = KeyParser()
        var signals = StopCount()
        var hasTerminal = terminal != nil
        while !isEnding.load(ordering: .acquiring) {
            let reads = hasTerminal && takeTerminal()
            let pending = parser.deadline.map { max(.zero, $0 - clock.elapsed) }
            var entries = [
                pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: reads ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            ]
            Descriptor.wait(for: &entries, timeout: hasTerminal && !reads ? Self.backgroundCheck : pending)
            for number in entries[0].revents == 0 ? [] : pipe.drain() { handle(Int32(number), &signals) }
            if entries[1].revents != 0 { hasTerminal = read(into: &parser) }
            parser.expire(at: clock.elapsed).forEach { deliver(.key($0)) }
        }
        terminal?.giveBack()
    }

    /// Whether keys may be read now.
    private func takeTerminal() -> Bool {
        guard let terminal, terminal.isForeground else { return false }
        if terminal.take() { console.redraw() }
        return true
    }

    /// Reads what is there; `false` when the terminal has vanished.
    private func read(into parser: inout KeyParser) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        // Safe: the array is as long as is told.
        let count = unsafe Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count > 0 {
            parser.feed(bytes[..<count], at: clock.elapsed).forEach { deliver(.key($0)) }
            return true
        }
        // In the background a read is an error of input and output as well, but the terminal is still there.
        return count < 0 && (errno == EINTR || errno == EAGAIN || (errno == EIO && terminal?.isForeground == false))
    }

    private func handle(_ number: Int32, _ signals: inout StopCount) {
        switch number {
        case SIGINT, SIGTERM, SIGHUP:
            switch signals.count(number, at: clock.elapsed) {
            case .stop: deliver(.stop)
            case .exit(let status): exitNow(status)
            case .nothing: break
            }
        case SIGTSTP: suspend()
        case SIGCONT:
            terminal?.takeAgain()
            console.redraw()
        case SIGWINCH: console.redraw()
        default: break
        }
    }

    private func suspend() {
        console.hold()
        terminal?.giveBack()
        SignalPipe.stop(by: SIGTSTP)
        console.redraw()
    }

    private func exitNow(_ status: Int32) {
        console.hold()
        terminal?.giveBack()
        _exit(status)
    }
}

/// What the signals that ask to end mean, in their order. Pure.
struct StopCount {
    /// What to do.
    enum Verdict: Hashable {
        /// End in good order.
        case stop
        /// End at once, with this status.
        case exit(Int32)
        /// Wait: it is ending.
        case nothing
    }

    /// One wish often comes as two signals: timeout(1) sends one to the process and one to its group.
    static let sameWish = Duration.milliseconds(100)

    private var stoppedAt: Duration?

    /// What `signal`, which came at `now`, means after those before it.
    mutating func count(_ signal: Int32, at now: Duration) -> Verdict {
        guard let stoppedAt else {
            stoppedAt = now
            return .stop
        }
        guard signal != SIGHUP, now - stoppedAt >= Self.sameWish else { return .nothing }
        return .exit(128 + signal)
    }
}
