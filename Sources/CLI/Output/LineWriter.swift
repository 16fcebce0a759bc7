import Glibc
import RadioCore
import Synchronization

/// Writes to a descriptor from a thread of its own, so that a slow reader never holds up a player.
///
/// What waits to be written is bounded: while the reader is too slow for it, lines are left out, and the next line
/// that fits is preceded by a notice that tells how many. Safe to call from any thread.
final class LineWriter: Sendable {
    /// How many bytes may wait.
    static let capacity = 1 << 20
    /// What a pipe takes in one piece without blocking, once `poll` says that it takes anything (`PIPE_BUF`).
    private static let piece = 4_096

    /// Why nothing can be written any more.
    enum Loss: Sendable {
        /// Nobody reads.
        case readerLeft
        /// What lies behind the descriptor takes no more: a full disk.
        case failed(SystemError)
    }

    private struct State {
        var waiting: [UInt8] = []
        var omitted = 0
        /// Nobody reads any more.
        var isDead = false
        /// Until when the rest may be written, once no more comes.
        var deadline: SuspendingClock.Instant?
    }

    private let descriptor: Int32
    /// Whether `descriptor` was opened here.
    private let isOurs: Bool
    private let notice: @Sendable (Int) -> String
    private let state = Guarded(State())
    private let bell: WakePipe
    private let thread = Guarded<WorkerThread?>(nil)

    /// Starts the thread, called `name`. `whenLost` is called on it, once, when nothing can be written any more; a
    /// terminal that vanishes is no reader.
    init(
        descriptor: Int32, name: String, notice: @escaping @Sendable (_ omitted: Int) -> String,
        whenLost: @escaping @Sendable (Loss) -> Void = { _ in }
    ) throws(SystemError) {
        // A terminal that is stopped blocks a write that is longer than what it still takes.
        let unblocked = Descriptor.unblockedTerminal(descriptor)
        self.descriptor = unblocked ?? descriptor
        isOurs = unblocked != nil
        self.notice = notice
        bell = try WakePipe()
        let tellsLeaving = isatty(descriptor) == 0
        let worker = WorkerThread(name: name) { [self] in
            run(whenLost: tellsLeaving ? whenLost : { _ in })
        }
        thread.withLock { $0 = worker }
    }

    deinit {
        if isOurs { close(descriptor) }
    }

    /// Writes `text` past the queue, or as much of it as goes at once.
    func writeNow(_ text: String) {
        let bytes = Array(text.utf8)
        // Safe: the buffer is as long as is told.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Queues `line` and a line end; `isLast` lines are never left out.
    func line(_ line: String, isLast: Bool = false) {
        write(line + "\n", isLast: isLast)
    }

    /// Queues `text` as it is.
    func write(_ text: String, isLast: Bool = false) {
        state.withLock { state in
            guard !state.isDead, state.deadline == nil else { return }
            guard isLast || state.waiting.count + text.utf8.count <= Self.capacity else {
                state.omitted += 1
                return
            }
            if state.omitted > 0 {
                state.waiting += notice(state.omitted).utf8
                state.omitted = 0
            }
            state.waiting += text.utf8
        }
        bell.wake()
    }

    /// Writes the rest, for no longer than `patience`, and ends the thread. May be called repeatedly.
    func finish(within patience: Duration) async {
        state.withLock { state in
            if state.deadline == nil { state.deadline = SuspendingClock.now + patience }
        }
        bell.wake()
        let worker = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        await worker?.join()
    }

    private enum Step {
        case wait(forRoom: Bool, timeout: Duration?)
        case end
    }

    private func run(whenLost: (Loss) -> Void) {
        while case .wait(let forRoom, let timeout) = nextStep() {
            let isDead = state.withLock { $0.isDead }
            var entries = [
                pollfd(fd: bell.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isDead ? -1 : descriptor, events: forRoom ? Int16(POLLOUT) : 0, revents: 0),
            ]
            Descriptor.wait(for: &entries, timeout: timeout)
            if entries[0].revents != 0 { _ = bell.drain() }
            let answer = Int32(entries[1].revents)
            let hasLeft = answer & (POLLERR | POLLHUP | POLLNVAL) != 0
            if let loss = hasLeft ? .readerLeft : answer & POLLOUT != 0 ? writePiece() : nil {
                bury()
                whenLost(loss)
            }
        }
    }

    private func nextStep() -> Step {
        state.withLock { state in
            guard let deadline = state.deadline else { return .wait(forRoom: !state.waiting.isEmpty, timeout: nil) }
            let left = SuspendingClock.now.duration(to: deadline)
            return state.waiting.isEmpty || left <= .zero ? .end : .wait(forRoom: true, timeout: left)
        }
    }

    /// Writes what goes without blocking; tells why nothing goes any more.
    private func writePiece() -> Loss? {
        let piece = state.withLock { Array($0.waiting.prefix(Self.piece)) }
        // Safe: the buffer is as long as is told.
        let count = unsafe piece.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { return Self.loss(SystemError("writing")) }
        // Only this thread takes away from the front.
        state.withLock { $0.waiting.removeFirst(count) }
        return nil
    }

    private static func loss(_ error: SystemError) -> Loss? {
        switch error.code {
        case EAGAIN, EINTR: nil
        case EPIPE: .readerLeft
        default: .failed(error)
        }
    }

    private func bury() {
        state.withLock { state in
            state.isDead = true
            state.waiting = []
        }
    }
}
