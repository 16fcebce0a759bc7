import Glibc
import Playback
import RadioCore

/// A player and those around it: shows what it tells, and carries what keys and clients ask for to it.
@MainActor final class PlaySession {
    /// How often the reserve is shown while it runs out.
    private static let tick = Duration.seconds(1)

    private let player: Player
    private let events: AsyncStream<PlayerEvent>
    private let printer: EventPrinter
    private let console: Console
    private let memory: StationMemory
    private var status = StatusLine()
    private var ticker: Task<Void, Never>?
    private var goodbye: Goodbye?

    /// A session of a player that has not been started.
    init(player: Player, printer: EventPrinter, console: Console, memory: StationMemory) {
        self.player = player
        // From here on nothing is missed, not even an end that comes before the start.
        events = player.events()
        self.printer = printer
        self.console = console
        self.memory = memory
    }

    /// Starts the player, shows its events until it has ended, and returns its exit status.
    func run(server: ControlServer?) async -> Int32 {
        await player.start()
        for await event in events {
            let moment = printer.moment
            printer.print(event, at: moment)
            server?.event(printer.line(of: event, at: moment))
            await take(event)
        }
        ticker?.cancel()
        if let volume = status.volume { keep { $0.volume = volume.percent } }
        if let problem = await memory.flush() { Self.complain(problem, to: console) }
        return goodbye?.status ?? ExitStatus.refused
    }

    // MARK: Events

    private func take(_ event: PlayerEvent) async {
        switch event {
        case .state(let change): await take(change)
        case .station(_, let name):
            status.stationName = name
            status.nowPlaying = nil
        case .nowPlaying(let nowPlaying): status.nowPlaying = nowPlaying
        case .volume(let volume):
            status.volume = volume
            keep { $0.volume = volume.percent }
        case .warning(_, let message): console.log(.warning, nil, message)
        case .error(_, let message): console.log(.error, nil, message)
        case .bye(let goodbye): self.goodbye = goodbye
        case .stream, .splice, .stats: return
        }
        console.show(status)
    }

    private func take(_ change: StateChange) async {
        status.state = change
        if change.state == .playing {
            let isListed = change.station != Station.url("").id
            if isListed { keep { $0.station = change.station } }
        }
        await refreshHeld()
        // Only while the sound is running out does a number change by itself.
        let runsOut = change.state == .reconnecting && change.audible == true
        ticker?.cancel()
        ticker = runsOut ? Task { await tick() } : nil
    }

    private func tick() async {
        while (try? await SuspendingClock().sleep(for: Self.tick)) != nil {
            await refreshHeld()
            console.show(status)
        }
    }

    private func refreshHeld() async {
        guard let now = await player.status() else { return }
        status.reserve = now.reserve
        status.behindLive = now.behindLive
        if status.volume == nil { status.volume = now.volume }
    }

    private func keep(_ change: (inout PlayerMemory) -> Void) {
        memory.keep(change) { [console] in Self.complain($0, to: console) }
    }

    private static func complain(_ problem: String, to console: Console) {
        console.log(.warning, nil, "station and volume are not remembered: \(problem)")
    }

    // MARK: Commands

    /// Does what a key is bound to.
    func handle(_ key: Key) async {
        switch KeyBinding.action(of: key) {
        case .perform(let command):
            do {
                try await perform(command)
            } catch {
                console.line(error.description)
            }
        case .details: await showDetails()
        case .help:
            for binding in KeyBinding.all {
                console.line("\(DisplayCells.padded(binding.shown, to: 8))  \(binding.summary)")
            }
        case nil: break
        }
    }

    /// Answers a client of the control socket.
    func answer(
        _ command: ControlCommand, id: JSONValue?, instance: String, reply: @Sendable (String) -> Void
    ) async {
        switch command {
        case .perform(.quit):
            // The answer first: when the player has ended, so has the socket.
            reply(ControlReply.done(id))
            try? await perform(.quit)
        case .perform(let command):
            do {
                try await perform(command)
                reply(ControlReply.done(id))
            } catch {
                reply(ControlReply.refused(id, error.description))
            }
        case .status:
            guard let fields = await fields(instance: instance) else {
                return reply(ControlReply.refused(id, "the player is ending"))
            }
            reply(ControlReply.done(id, fields: fields))
        case .events: reply(ControlReply.refused(id, "the connection cannot be turned into events"))
        }
    }

    private func perform(_ command: PlayerCommand) async throws(CommandRefusal) {
        try await player.perform(command)
        await refreshHeld()
        console.show(status)
    }

    private func fields(instance: String) async -> JSONObject? {
        guard let status = await player.status() else { return nil }
        return ControlReply.fields(of: status, instance: instance, pid: Int(getpid()))
    }

    private func showDetails() async {
        guard let fields = await fields(instance: String(getpid())) else { return }
        let lines = DetailLines.lines(ofStatus: fields) + DetailLines.lines(of: await player.stats())
        lines.forEach { console.line($0) }
    }
}
