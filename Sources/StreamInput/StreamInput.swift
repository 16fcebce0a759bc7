package import Network
import Playlists
package import RadioCore
package import Rings
import Synchronization

/// Brings a station's stream into its buffer: connects, takes titles and headers out, reconnects, fails over.
///
/// Its owner must `stop()` it. The buffer's end is the owner's to declare: `ended` says when.
package actor StreamInput {
    private enum Phase {
        case idle
        case running(Task<Void, Never>)
        case stopped
    }

    /// How a stream was received.
    private struct Received: Sendable {
        var outcome: StreamReceiver.Outcome
        /// How long it brought sound; `nil` where it brought none.
        var goodFor: Duration?

        init(_ outcome: StreamReceiver.Outcome, goodFor: Duration? = nil) {
            self.outcome = outcome
            self.goodFor = goodFor
        }

        var hasBegun: Bool { goodFor != nil }
    }

    /// What the task waits for when no transfer is open.
    private enum Gate {
        case retry(Task<Void, Never>)
        /// Room in the buffer.
        case room(CheckedContinuation<Void, Never>)
        /// Nothing but a rejection, or the end.
        case rejection(CheckedContinuation<Void, Never>)
    }

    /// How many addresses that bring no sound are remembered.
    private static let uselessLimit = 100
    /// How many events wait for a slow listener before the oldest are lost.
    private static let eventLimit = 1024

    /// That a body stands still is judged here; the network does it only where nobody looks.
    private static let limits = HTTPRequest.Limits(stall: .seconds(60))

    /// What happens, in order; for one listener. It ends when nothing more can come.
    package nonisolated let events: AsyncStream<StreamInputEvent>

    private let continuation: AsyncStream<StreamInputEvent>.Continuation
    private let station: Station
    private let scope: String
    private let network: any HTTPTransport
    private let buffer: TimeShiftBuffer
    private let caFile: String?
    private let ledger: Ledger
    private let log: Log
    private let clock: any Clock<Duration>
    /// How long ago the input was made.
    private nonisolated let elapsed: @Sendable () -> Duration
    private let levels: @Sendable () async -> StreamLevels
    private let random: @Sendable () -> Double
    private nonisolated let board = StreamBoard()
    private nonisolated let isListenerPaused = Atomic<Bool>(false)
    private nonisolated let isHeard = Atomic<Bool>(false)
    /// The transfer that is open.
    private nonisolated let transfer = Guarded<HTTPTransfer?>(nil)

    private var phase = Phase.idle
    private var gate: Gate?
    private var policy: ReconnectPolicy
    /// The connection that was opened last.
    private var connection: StreamConnection?
    private var rejection: StreamError?
    /// The address that was opened last; the one of each stream that brought sound; and those that bring none.
    private var connectedURL = ""
    private var lastGood: [Int: String] = [:]
    private var useless: Set<String> = []
    /// How far the HLS stream has come that was played last, if nothing else was since.
    private var hlsProgress: HLSProgress?
    /// Whether what comes next is to follow what is held: not after a pause that outlasted it.
    private var joinsHeld = false
    /// The streams whose ICY blocks were found in the wrong places: they are asked for without.
    private var withoutIcy: Set<Int> = []

    /// An input for `station` that has not begun. `scope` (the station's id if not given) is its name in the ledger;
    /// `random` gives numbers in 0..<1, and `levels` is asked from time to time while a stream is open.
    package init(
        station: Station, scope: String? = nil, network: any HTTPTransport, buffer: TimeShiftBuffer, caFile: String?,
        ledger: Ledger, log: Log, clock: any Clock<Duration>, random: @escaping @Sendable () -> Double,
        levels: @escaping @Sendable () async -> StreamLevels = { StreamLevels() }
    ) {
        self.station = station
        self.scope = scope ?? station.id
        self.network = network
        self.buffer = buffer
        self.caFile = caFile
        self.ledger = ledger
        self.log = log
        self.clock = clock
        elapsed = stopwatch(clock)
        self.levels = levels
        self.random = random
        policy = ReconnectPolicy(streams: max(1, station.streams.count))
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
    }

    /// The codec headers to feed a decoder that starts at `position`; empty where it needs none.
    package nonisolated func preamble(at position: Int) -> [UInt8] { board.preamble(at: position) }

    /// How long no byte has come; zero before the first.
    package nonisolated var sinceLastByte: Duration { board.lastByte.map { elapsed() - $0 } ?? .zero }

    /// The figures since the start.
    package nonisolated var counters: StreamCounters { board.counters }

    /// Says whether the listener has paused: only then may a live stream fill the buffer, and only then is its transfer
    /// closed when it is full, even if it is by then and the server is being kept waiting. From any thread.
    package nonisolated func setListenerPaused(_ isPaused: Bool) {
        isListenerPaused.store(isPaused, ordering: .relaxed)
        // What waits is judged again; a file goes on waiting.
        if isPaused { transfer.withLock { $0 }?.resume() }
    }

    /// Begins; does nothing when it has begun or was stopped.
    package func start() {
        guard case .idle = phase else { return }
        phase = .running(Task { await run() })
    }

    /// Ends it; returns when its transfer and its timers are gone. May be called repeatedly.
    package func stop() async {
        let task: Task<Void, Never>? = if case .running(let task) = phase { task } else { nil }
        phase = .stopped
        cancelTransfer()
        openGate()
        await task?.value
        continuation.finish()
    }

    /// Says that sound was heard: from now on no failure is final, not even one that is waiting to be judged. From any
    /// thread.
    package nonisolated func markHeard() { isHeard.store(true, ordering: .relaxed) }

    /// Says that what came to lie at byte `position` cannot be decoded. Is its connection the last one, then that is
    /// closed, and the next stream tried; else only its stream is known to be of no use.
    package func reject(at position: Int, _ reason: StreamError) {
        guard let rejected = board.connection(at: position) else { return }
        guard rejected == connection else { return policy.reject(rejected.stream, reason) }
        rejection = reason
        cancelTransfer()
        if case .room = gate { return }
        openGate()
    }

    /// Connects again, live, after the buffer was full; does nothing otherwise.
    package func resumeAfterFull() {
        if case .room = gate { openGate() }
    }

    private var isStopped: Bool {
        if case .stopped = phase { true } else { false }
    }

    private func run() async {
        while !isStopped {
            let opened = policy.stream
            let received = await receive()
            transfer.withLock { $0 = nil }
            guard !isStopped else { break }
            switch await settle(received.outcome) {
            case .failed(let error):
                let goodFor = received.goodFor ?? .zero
                guard await recover(from: error, of: opened, goodFor: goodFor) else { return close() }
            case .full:
                break
            case .ended, .cancelled, .list:
                return close()
            }
        }
    }

    private func close() { continuation.finish() }

    /// Opens the stream whose turn it is, through the lists that it may lie behind, and waits for its end.
    private func receive() async -> Received {
        guard policy.stream < station.streams.count else {
            return Received(.failed(.undecodable("the station has no stream")))
        }
        var walk = StreamWalk(
            from: station.streams[policy.stream].url, preferring: lastGood[policy.stream], without: useless)
        var failure = StreamError.undecodable("none of its addresses gives sound")
        var mayOverrule = true
        while !isStopped, let url = walk.next() {
            var received = await open(url)
            if case .list(let list) = received.outcome, list.isHLS { received = await play(list) }
            let error = failureToPass(received, at: url, &walk)
            guard let error else { return received }
            // Of several the one that leaves most hope decides what follows.
            if mayOverrule || error.finality <= failure.finality { failure = error }
            mayOverrule = false
        }
        return Received(.failed(failure))
    }

    /// Why `url` brought no sound, so that the next address is tried; `nil` where it did, or nothing else is to be tried.
    private func failureToPass(_ received: Received, at url: String, _ walk: inout StreamWalk) -> StreamError? {
        switch received.outcome {
        case .list(let list):
            do throws(PlaylistError) {
                try walk.enter(list, charset: station.charset)
                return .undecodable("its lists lead to nothing else")
            } catch {
                return StreamError(.playlist(error), url: error.url)
            }
        case .failed(let error) where !received.hasBegun: return walk.hasMore ? error : nil
        case .cancelled where rejection != nil && walk.hasMore: return takeRejection()
        case .failed, .cancelled, .full, .ended:
            if received.hasBegun { lastGood[policy.stream] = url }
            return nil
        }
    }

    /// Opens `url` and waits for the end of the transfer.
    private func open(_ url: String) async -> Received {
        let connection = StreamConnection(number: self.connection.map { $0.number + 1 } ?? 0, stream: policy.stream)
        (self.connection, connectedURL) = (connection, url)
        continuation.yield(.connecting)
        let hasIcy = station.metadata.kind != .none && !withoutIcy.contains(policy.stream)
        let request = HTTPRequest(
            url: url, headers: station.headers, userAgent: station.userAgent, caFile: caFile,
            allowHTTPDowngrade: station.allowHTTP, icy: hasIcy, limits: Self.limits, ledger: ledger, station: scope)
        var watching: Task<Void, Never>?
        let result = await withCheckedContinuation { ended in
            let receiver = StreamReceiver(
                connection: connection, url: SafeURL.redacted(url), charset: station.charset, hasIcy: hasIcy,
                joinsHeld: joinsHeld, buffer: buffer, board: board, elapsed: elapsed,
                listener: ledger.listener("stream transfer", station: scope),
                isListenerPaused: { [self] in isListenerPaused.load(ordering: .relaxed) },
                tell: { [continuation] in continuation.yield($0) },
                didEnd: { ended.resume(returning: Received($0, goodFor: $1)) })
            let opened = network.start(request, handler: receiver)
            transfer.withLock { $0 = opened }
            watching = Task { await watch(receiver, of: opened) }
        }
        watching?.cancel()
        await watching?.value
        if result.hasBegun { (joinsHeld, hlsProgress) = (true, nil) }
        return result
    }

    /// Plays an HLS stream, of which `list` has come.
    private func play(_ list: StreamList) async -> Received {
        guard let connection else { return Received(.cancelled) }
        let context = HLSContext(
            connection: connection, station: station, scope: scope, network: network, caFile: caFile, buffer: buffer,
            board: board, ledger: ledger, log: log, clock: clock, elapsed: elapsed,
            isListenerPaused: { [self] in isListenerPaused.load(ordering: .relaxed) },
            tell: { [continuation] in continuation.yield($0) })
        let session = HLSSession(list, following: joinsHeld ? hlsProgress : nil, context: context)
        transfer.withLock { $0 = session.transfer }
        guard !isStopped else { return Received(.cancelled) }
        let ending = await session.run()
        hlsProgress = ending.progress
        if ending.goodFor != nil { joinsHeld = true }
        return Received(ending.outcome, goodFor: ending.goodFor)
    }

    /// Looks at an open stream from time to time, and closes its transfer when it is of no use any more.
    private func watch(_ receiver: StreamReceiver, of transfer: HTTPTransfer) async {
        while !Task.isCancelled {
            guard case .wait(let pause) = receiver.look(await levels()) else { return transfer.cancel() }
            guard (try? await ledger.sleep("stream watch", station: scope, for: pause, clock: clock)) != nil else {
                return
            }
        }
    }

    /// Waits for what may follow an outcome that is no failure; a rejection makes it one.
    private func settle(_ outcome: StreamReceiver.Outcome) async -> StreamReceiver.Outcome {
        if let rejection = takeRejection() { return .failed(rejection) }
        switch outcome {
        case .failed, .cancelled, .list:
            return outcome
        case .full:
            await wait(as: Gate.room, telling: .full)
            joinsHeld = false
        case .ended:
            await wait(as: Gate.rejection, telling: .ended)
        }
        return takeRejection().map { .failed($0) } ?? outcome
    }

    /// Tells the failure, and waits until it is time to open a stream again; false when none is worth it.
    private func recover(from error: StreamError, of stream: Int, goodFor: Duration) async -> Bool {
        if case .misaligned = error.kind { withoutIcy.insert(stream) }
        log(.info, error.description)
        if isHeard.load(ordering: .relaxed) { policy.markHeard() }
        let decision = policy.decide(after: error, of: stream, goodFor: goodFor, random: random())
        switch decision {
        case .fail(let summary):
            continuation.yield(.failed(summary))
            return false
        case .retry(_, let wait, let attempt):
            continuation.yield(.dropped(error, attempt: attempt, retryIn: wait))
            await sleep(wait)
        }
        guard !isStopped, let rejection = takeRejection() else { return true }
        // What had come before the drop turned out to be of no use.
        return await recover(from: rejection, of: stream, goodFor: .zero)
    }

    private func cancelTransfer() { transfer.withLock { $0 }?.cancel() }

    private func takeRejection() -> StreamError? {
        defer { rejection = nil }
        // What could not be decoded is nothing to go on from.
        if rejection != nil {
            joinsHeld = false
            if useless.count < Self.uselessLimit { useless.insert(connectedURL) }
        }
        return rejection
    }

    private func sleep(_ wait: Duration) async {
        guard wait > .zero else { return }
        let (ledger, scope, clock) = (ledger, scope, clock)
        let sleeper = Task { _ = try? await ledger.sleep("stream retry", station: scope, for: wait, clock: clock) }
        gate = .retry(sleeper)
        await sleeper.value
        gate = nil
    }

    /// Tells `event` and waits until the gate is opened.
    private func wait(
        as gate: (CheckedContinuation<Void, Never>) -> Gate, telling event: StreamInputEvent
    ) async {
        await withCheckedContinuation { continuation in
            self.gate = gate(continuation)
            // Told only now, so that whoever answers it finds the gate.
            self.continuation.yield(event)
        }
    }

    private func openGate() {
        defer { gate = nil }
        switch gate {
        case .retry(let sleeper): sleeper.cancel()
        case .room(let waiting), .rejection(let waiting): waiting.resume()
        case nil: break
        }
    }
}

/// Tells how long it is since this was called, on `clock`.
private func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
