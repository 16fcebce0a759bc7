import AudioDecoding
import AudioOutput
package import Network
import Rings
import StreamInput

/// An internet radio player: commands in, events out.
///
/// The actor owns a pipeline for the station it plays, the one event thread of the network, and the output; it runs on
/// Swift's pool and never waits for a lock or a device there. What the stages tell comes in as events, each handled in
/// `Player+Input`, `Player+Decoding` and `Player+Output`.
public actor Player {
    let configuration: PlayerConfiguration
    let ledger: Ledger
    let clock: any Clock<Duration>
    let random: @Sendable () -> Double
    private let makeNetwork: @Sendable (Log) -> any HTTPTransport
    let hub = EventHub()

    var inputs = PlayerInputs()
    var lastVerdict: PlayerOracle.Verdict?
    var lastTransferError: StreamError?
    var volume: Volume
    /// The source whose frames leave the sink.
    var soundingSource: Int?
    var isStarted = false
    var ending: Task<Void, Never>?

    var network: (any HTTPTransport)?
    var pipeline: StationPipeline?
    var output: (any AudioOutput)?
    /// The output that is being opened; that may take as long as it likes, when a FIFO waits for its reader say.
    var opening: (any AudioOutput)?
    /// What the output wants; known once it is open.
    var outputFormat: OutputFormat?
    var outputTask: Task<Void, Never>?
    var outputListener: Task<Void, Never>?
    /// The byte at which the next output goes on, while there is none.
    var resumeAt: Int?
    /// Old pipelines and sessions on their way out.
    var farewells: [Int: Task<Void, Never>] = [:]
    var markTimer: Task<Void, Never>?
    var timers: [Task<Void, Never>] = []
    var nextNumber = 0

    /// Makes a player; nothing happens before `start()`.
    public init(_ configuration: PlayerConfiguration) {
        self.init(configuration, ledger: Ledger(), clock: SuspendingClock()) { Double.random(in: 0..<1) }
    }

    /// A player on another clock, another network and another chance.
    package init(
        _ configuration: PlayerConfiguration, ledger: Ledger, clock: any Clock<Duration>,
        network: @escaping @Sendable (Log) -> any HTTPTransport = { NetworkThread(log: $0) },
        random: @escaping @Sendable () -> Double
    ) {
        self.configuration = configuration
        self.ledger = ledger
        self.clock = clock
        self.random = random
        makeNetwork = network
        volume = configuration.volume
    }

    /// Everything that happens from now on, ending with `bye`. Each call is a stream of its own.
    public nonisolated func events() -> AsyncStream<PlayerEvent> { hub.subscribe() }

    /// Connects, and plays as soon as there is something to play. Starting twice changes nothing.
    public func start() {
        guard !isStarted, ending == nil else { return }
        isStarted = true
        network = makeNetwork(configuration.log.domain("network"))
        openPipeline(for: configuration.station)
        outputTask = Task { await self.openOutput() }
        startTimers()
    }

    /// The libraries in use, by name and version.
    public static var libraryVersions: [(name: String, version: String)] {
        [
            ("libcurl", NetworkThread.libraryVersion), ("FFmpeg", FFmpegVersion.text),
            ("PulseAudio", PulseOutput.libraryVersion),
        ]
    }

    // MARK: State

    /// Applies `change` to what the state follows from, and tells the state if it has changed.
    ///
    /// While a stream is to be had again, that is told with the drop's reason, try and wait, whatever changed last.
    func update(reason: String? = nil, _ change: (inout PlayerInputs) -> Void) {
        change(&inputs)
        let verdict = PlayerOracle.verdict(inputs)
        guard verdict != lastVerdict, let pipeline else { return }
        lastVerdict = verdict
        let drop = verdict.state.isWaiting ? pipeline.drop : nil
        let event = StateChange(
            state: verdict.state, station: pipeline.station.id, reason: drop?.reason ?? reason, attempt: drop?.attempt,
            retryIn: drop?.retryIn, audible: verdict.audible)
        hub.publish(.state(event))
    }

    /// Whether anything was heard since the start: from then on nothing ends the player but the listener.
    var hasEverSounded: Bool { inputs.hasSounded }

    /// A number that no other session or pipeline of this player has.
    func number() -> Int {
        nextNumber += 1
        return nextNumber
    }

    /// Carries `events` to `handle` until they end, entered in the ledger as a listener.
    func listen<Event: Sendable>(
        to events: AsyncStream<Event>, _ name: String, scope: String? = nil,
        _ handle: @escaping @Sendable (isolated Player, Event) async -> Void
    ) -> Task<Void, Never> {
        let token = ledger.listener(name, station: scope)
        return Task {
            for await event in events { await handle(self, event) }
            token.cancel()
        }
    }

    // MARK: Timers

    private func startTimers() {
        repeatTimer("housekeeping", every: ReserveControl.interval) { $0.keepHouse() }
        if let interval = configuration.statsInterval {
            repeatTimer("stats", every: interval) { $0.hub.publish(.stats($0.stats())) }
        }
        if let patience = configuration.stationGiveUp { timers.append(Task { await waitForSound(patience) }) }
    }

    /// Gives the station up once it has been waited for as long as `patience`, and there was still no sound at all.
    ///
    /// What counts is time in which sound could have come: not while paused, and not before there is an output.
    private func waitForSound(_ patience: Duration) async {
        var left = patience
        while left > .zero, !hasEverSounded {
            let step = min(left, .seconds(1))
            guard (try? await ledger.sleep("give up", for: step, clock: clock)) != nil else { return }
            if inputs.intent == .play, output != nil { left -= step }
        }
        giveUp()
    }

    private func repeatTimer(
        _ name: String, every interval: Duration, _ action: @escaping @Sendable (isolated Player) -> Void
    ) {
        timers.append(
            Task {
                while (try? await ledger.sleep(name, for: interval, clock: clock)) != nil { action(self) }
            })
    }

    private func giveUp() {
        guard !hasEverSounded else { return }
        let why = lastTransferError.map { ": \($0)" } ?? ""
        fail(.giveUp, status: 69, code: "give-up", "no sound from \(pipeline?.station.name ?? "the station")\(why)")
    }

    // MARK: The end

    /// Fades out and ends for `reason`; returns when `bye` has been told. Asking again changes nothing.
    public func stop(_ reason: EndReason) async {
        end(reason, status: 0)
        await ending?.value
    }

    /// Says what went wrong and ends.
    func fail(_ reason: EndReason, status: Int32, code: String, _ message: String) {
        guard ending == nil else { return }
        hub.publish(.error(code: code, message: message))
        end(reason, status: status)
    }

    /// Begins the end.
    func end(_ reason: EndReason, status: Int32) {
        guard ending == nil else { return }
        ending = Task { await self.shutDown(reason, status: status) }
    }

    private func shutDown(_ reason: EndReason, status: Int32) async {
        update(reason: reason.rawValue) { $0.intent = .end }
        for timer in timers + [markTimer, outputTask].compactMap(\.self) { timer.cancel() }
        let silencing = Task { await (output ?? opening)?.close() }
        await pipeline?.end()
        await silencing.value
        for farewell in farewells.values { await farewell.value }
        for timer in timers + [markTimer, outputTask, outputListener].compactMap(\.self) { await timer.value }
        if let scope = pipeline?.scope { reportLeaks(of: scope) }
        await network?.shutdown()
        let timersLeft = ledger.totals(of: .timer).live
        let listenersLeft = ledger.totals(of: .listener).live
        hub.publish(
            .bye(
                Goodbye(
                    reason: reason, status: status, leakedTimers: timersLeft, leakedListeners: listenersLeft)))
        hub.finish()
    }
}
