import RadioCore
import Rings
import Synchronization

/// What an output is asked to do, in the order of asking.
enum OutputCommand: Sendable {
    case open(CheckedContinuation<Result<AudioFormat?, OutputError>, Never>)
    case play(AudioSource, from: Int, minimumFrames: Int)
    case silence
    case pause
    case resume
    case resumeAfterStarving(minimumFrames: Int)
    case volume(Volume)
    case title(String)
    case close(CheckedContinuation<Void, Never>)

    /// Answers a command that came too late.
    func refuse() {
        switch self {
        case .open(let continuation): continuation.resume(returning: .failure(.closed))
        case .close(let continuation): continuation.resume()
        default: break
        }
    }
}

/// What an output's thread and everybody else share: commands in, events and a snapshot out.
final class OutputShared: Sendable {
    /// Where things stand, as of the last look.
    struct Snapshot: Sendable {
        var map: RenderedMap
        var clock: SinkClock
    }

    private struct Mailbox {
        var commands: [OutputCommand] = []
        var isEnding = false
        var isClosed = false
    }

    /// What happens, for one reader.
    let events: AsyncStream<OutputEvent>
    let continuation: AsyncStream<OutputEvent>.Continuation
    /// Wakes the output's thread.
    let wakeup = WakeupDescriptor()
    /// Whether the output's thread waits for frames.
    let isHungry = Atomic<Bool>(false)

    /// Whether the output is to end: nothing may be waited for any more.
    var isEnding: Bool { mailbox.withLock { $0.isEnding } }

    private let mailbox = Guarded(Mailbox())
    private let snapshot = Guarded<Snapshot?>(nil)

    init() {
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// Hands `command` to the output's thread; `false` when that is gone, and the command with it.
    @discardableResult
    func post(_ command: OutputCommand) -> Bool {
        let isOpen = mailbox.withLock { box in
            if !box.isClosed { box.commands.append(command) }
            if case .close = command { box.isEnding = true }
            return !box.isClosed
        }
        if isOpen { wakeup.signal() }
        return isOpen
    }

    /// Has the output opened.
    func open() async throws(OutputError) -> AudioFormat? {
        let result = await withCheckedContinuation { continuation in
            if !post(.open(continuation)) { continuation.resume(returning: .failure(.closed)) }
        }
        return try result.get()
    }

    /// Has the output closed.
    func close() async {
        await withCheckedContinuation { continuation in
            if !post(.close(continuation)) { continuation.resume() }
        }
    }

    /// Whether something was asked.
    var hasCommands: Bool { mailbox.withLock { !$0.commands.isEmpty } }

    /// Takes everything that was asked; the output's thread only.
    func take() -> [OutputCommand] {
        mailbox.withLock { box in
            defer { box.commands = [] }
            return box.commands
        }
    }

    /// Refuses commands from now on, and takes those that came last.
    func shut() -> [OutputCommand] {
        mailbox.withLock { box in
            defer { box.commands = [] }
            box.isClosed = true
            return box.commands
        }
    }

    /// Wakes the output's thread if it waits for frames.
    func feed() {
        guard isHungry.exchange(false, ordering: .sequentiallyConsistent) else { return }
        wakeup.signal()
    }

    /// Shows where things stand.
    func publish(_ new: Snapshot) { snapshot.withLock { $0 = new } }

    /// What is heard at `now`.
    func playhead(at now: SuspendingClock.Instant) -> Playhead? {
        guard let state = snapshot.withLock({ $0 }) else { return nil }
        let end = max(0, state.map.soundEnd - 1)
        let heard = state.clock.heardFrame(at: now)
        guard let position = state.map.position(at: state.clock.isRunning && heard > end ? end : heard) else {
            return nil
        }
        return Playhead(
            sourceID: position.sourceID, frame: position.frame, at: now, sampleRate: state.clock.sampleRate,
            isRunning: position.isSounding && state.clock.isRunning)
    }

    /// Frames not yet heard at `now`.
    func queuedFrames(at now: SuspendingClock.Instant) -> Int {
        guard let state = snapshot.withLock({ $0 }) else { return 0 }
        return max(0, state.map.soundEnd - state.clock.heardFrame(at: now))
    }
}
