import Glibc
import Playback
import RadioCore

/// The program's side of stdout: events as JSON, or a line for each track. Safe to call from any thread.
struct EventPrinter: Sendable {
    private let json: EventJSON
    private let clock: ProcessClock
    private let console: Console
    private let printsEvents: Bool
    private let printsTracks: Bool
    /// `nil` where the sound itself goes to stdout, or where stdout is the console's own terminal.
    private let writer: LineWriter?

    /// Prints what `options` ask for; `whenReaderLeft` is called once when nobody reads stdout any more.
    init(
        options: PlayOptions, json: EventJSON, clock: ProcessClock, console: Console,
        whenReaderLeft: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        self.json = json
        self.clock = clock
        self.console = console
        printsEvents = options.json
        printsTracks = !options.json && !options.quiet
        let isTaken = options.output == .pipe(path: "-") || (!options.json && Self.isConsole)
        writer =
            isTaken
            ? nil
            : try LineWriter(
                descriptor: STDOUT_FILENO, name: "stdout",
                notice: { options.json ? Self.omission($0, json, clock) : "(\($0) lines left out)\n" },
                whenLost: {
                    switch $0 {
                    case .readerLeft: whenReaderLeft()
                    // The sound does not depend on what is written about it.
                    case .failed(let error): console.log(.error, nil, "stdout is left out from now on: \(error)")
                    }
                })
    }

    /// When something happens: on the calendar, and since the process began.
    typealias Moment = (time: WallTime, mono: Duration)

    /// Now.
    var moment: Moment { (.now(), clock.elapsed) }

    /// The line of JSON for `event`, which happened at `moment`.
    func line(of event: PlayerEvent, at moment: Moment) -> String {
        json.line(event, at: moment.time, mono: moment.mono)
    }

    /// Prints `event`, which happened at `moment`, as far as that is asked for.
    func print(_ event: PlayerEvent, at moment: Moment) {
        if printsEvents {
            let isLast = if case .bye = event { true } else { false }
            writer?.line(line(of: event, at: moment), isLast: isLast)
        } else if printsTracks, case .nowPlaying(let nowPlaying) = event {
            let line = "\(moment.time.localClock)  \(SafeText.clean(nowPlaying.text))"
            if let writer { writer.line(line) } else { console.line(line) }
        }
    }

    /// Writes the rest, for no longer than `patience`.
    func finish(within patience: Duration) async {
        await writer?.finish(within: patience)
    }

    private static func omission(_ count: Int, _ json: EventJSON, _ clock: ProcessClock) -> String {
        let event = PlayerEvent.warning(
            code: "events-omitted", message: "\(count) events were left out, as nobody read them fast enough.")
        return json.line(event, at: .now(), mono: clock.elapsed) + "\n"
    }

    /// Whether stdout and stderr are the same terminal, on which the status line has to make room for a track.
    private static var isConsole: Bool {
        guard isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
        var facts = (out: stat(), error: stat())
        // Safe: `facts` outlives the calls, which only fill it.
        guard unsafe fstat(STDOUT_FILENO, &facts.out) == 0, unsafe fstat(STDERR_FILENO, &facts.error) == 0 else {
            return false
        }
        return facts.out.st_rdev == facts.error.st_rdev
    }
}
