import Glibc
import Playback
import RadioCore

/// `radiospiral play`: finds out what to play, opens what is needed around a player, and closes it in order.
@MainActor struct PlayCommand {
    /// How long a slow reader of stdout may take for the last lines.
    private static let farewell = Duration.seconds(1)

    private let options: PlayOptions
    private let clock = ProcessClock()

    /// Will do what `options` say.
    init(_ options: PlayOptions) {
        self.options = options
    }

    /// Plays until the player has ended, and returns its exit status.
    func run() async -> Int32 {
        // Writing to a vanished reader, or past the size that a file may have, is an error to handle; in the background nothing of ours may stop the sound.
        SignalPipe.ignore([SIGPIPE, SIGXFSZ, SIGTTIN, SIGTTOU])
        do {
            let list = try stationList()
            let memory = StationMemory(isKept: keepsMemory)
            let choice = try StationChoice.choose(options.target, from: list, last: memory.station)
            return try await play(choice, list: list?.stations ?? [], memory: memory)
        } catch let error as StartError {
            return refuse(error)
        } catch {
            return Complaint.print("\(error)", status: ExitStatus.refused)
        }
    }

    /// A URL needs no list, unless one was asked for.
    private func stationList() throws(StartError) -> StationList? {
        do {
            return try StationLists.load(options.stationsFile)
        } catch {
            guard case .url = options.target, options.stationsFile == nil else { throw error }
            return nil
        }
    }

    private func play(_ choice: StationChoice, list: [Station], memory: StationMemory) async throws -> Int32 {
        let console = try Console(clock: clock, showsStatus: !options.json && !options.quiet)
        let configuration = configuration(choice.station, list: list, volume: memory.volume, console: console)
        let player = Player(configuration)
        let printer = try EventPrinter(
            options: options, json: EventJSON(bareURL: choice.bareURL), clock: clock, console: console
        ) { Task { await player.stop(.stdoutClosed) } }
        let session = PlaySession(player: player, printer: printer, console: console, memory: memory)
        let (keys, keyLine) = AsyncStream.makeStream(of: Key.self, bufferingPolicy: .bufferingOldest(64))
        let input = try InputReader(terminal: options.noKeys ? nil : Terminal(), console: console, clock: clock) {
            switch $0 {
            case .key(let key): keyLine.yield(key)
            // Not behind the keys: one of them may be waiting for something that hangs.
            case .stop: Task { await player.stop(.signal) }
            }
        }
        let server = controlServer(session, console: console)
        let handsOn = Task { for await key in keys { await session.handle(key) } }
        let status = await session.run(server: server)
        keyLine.finish()
        await handsOn.value
        await server?.finish()
        await input.finish()
        await console.finish()
        await printer.finish(within: Self.farewell)
        return status
    }

    /// Without its socket a player plays on.
    private func controlServer(_ session: PlaySession, console: Console) -> ControlServer? {
        let instance = options.instance ?? String(getpid())
        do {
            return try ControlServer(instance: instance, in: .ours) { command, id, reply in
                Task { await session.answer(command, id: id, instance: instance, reply: reply) }
            }
        } catch {
            console.log(.warning, nil, "ctl cannot reach this player: \(error.description)")
            return nil
        }
    }

    /// Says why nothing is played, also to those who read events.
    private func refuse(_ error: StartError) -> Int32 {
        if options.json {
            let goodbye = PlayerEvent.bye(Goodbye(reason: .error, status: ExitStatus.stationList))
            for event in [.error(code: error.code, message: error.message), goodbye] {
                let line = EventJSON().line(event, at: .now(), mono: clock.elapsed)
                Descriptor.writeAll(line + "\n", to: STDOUT_FILENO)
            }
        }
        return Complaint.print(error.message, status: ExitStatus.stationList)
    }

    /// Files are made at full volume, and do not change what a listener is used to.
    private var keepsMemory: Bool {
        switch options.output {
        case .pulse, .null: true
        case .wav, .pipe: false
        }
    }

    private func configuration(
        _ station: Station, list: [Station], volume: Int?, console: Console
    ) -> PlayerConfiguration {
        let log = Log(level: options.logLevel) { console.log($0, $1, $2) }
        var configuration = PlayerConfiguration(
            station: station, stations: list, output: options.output,
            volume: Volume(percent: options.volume ?? (keepsMemory ? volume ?? 70 : 100)), reserve: options.reserve,
            statsInterval: options.statsInterval ?? (options.json ? .seconds(10) : nil), caFile: options.caFile,
            allowHTTP: options.allowHTTP, log: log)
        switch options.giveUp {
        case .usual: break
        case .never: (configuration.stationGiveUp, configuration.soundGiveUp) = (nil, nil)
        case .after(let patience): (configuration.stationGiveUp, configuration.soundGiveUp) = (patience, patience)
        }
        return configuration
    }
}
