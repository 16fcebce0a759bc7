import CLI
import Playback
import RadioCore
import Testing

@Suite struct InvocationTests {
    private func play(_ arguments: String...) throws -> PlayOptions? {
        guard case .play(let options) = try Invocation.parse(["play"] + arguments) else { return nil }
        return options
    }

    @Test func `reads every option of play`() throws {
        var expected = PlayOptions()
        expected.target = .id("drone")
        expected.stationsFile = "s.json"
        expected.volume = 35
        expected.reserve = .seconds(90)
        expected.output = .pulse(device: "sink")
        expected.json = true
        expected.statsInterval = .milliseconds(500)
        expected.noKeys = true
        expected.giveUp = .after(.seconds(5))
        expected.caFile = "ca.pem"
        expected.allowHTTP = true
        expected.instance = "bed-1"
        expected.logLevel = .debug
        expected.quiet = true
        let options = try play(
            "-s", "drone", "--stations=s.json", "-v35", "--buffer", "1m30s", "--device", "sink", "--json", "--stats",
            "500ms", "--no-keys", "--give-up=5", "--cacert", "ca.pem", "--allow-http", "--instance", "bed-1", "--log",
            "debug", "--quiet")
        #expect(options == expected)
    }

    @Test func `plays the usual station when none is named`() throws {
        #expect(try play() == PlayOptions())
    }

    @Test(arguments: [
        ("drone", PlayOptions.Target.id("drone")), ("https://a.example/s", .url("https://a.example/s")),
        ("HTTP://a.example", .url("HTTP://a.example")), ("-", .id("-")),
    ])
    func `tells ids from addresses`(word: String, target: PlayOptions.Target) throws {
        #expect(try play(word)?.target == target)
    }

    @Test(arguments: [
        ("pulse", PlayerConfiguration.Output.pulse(device: nil)), ("null", .null),
        ("wav:a:b.wav", .wav(path: "a:b.wav")),
        ("pipe:-", .pipe(path: "-")),
    ])
    func `reads outputs`(text: String, output: PlayerConfiguration.Output) throws {
        #expect(try play("--output", text)?.output == output)
    }

    @Test func `takes what follows two dashes as it is`() throws {
        #expect(try play("--", "-x")?.target == .id("-x"))
    }

    @Test func `the last one of an option that comes twice counts`() throws {
        #expect(try play("-v", "1", "--volume=2")?.volume == 2)
    }

    @Test func `never gives up when told so`() throws {
        #expect(try play("--give-up", "never")?.giveUp == .never)
    }

    @Test(arguments: [
        (["--volme", "3"], #"unknown option "--volme"; did you mean --volume?"#),
        (["--sleep", "45m"], #"unknown option "--sleep""#),
        (["-x"], #"unknown option "-x""#),
        (["--volume"], "--volume: a value is missing: --volume N"),
        (["--volume", "--json"], "--volume: a value is missing: --volume N"),
        (["--volume="], "--volume: a value is missing: --volume N"),
        (["--json=yes"], "--json takes no value"),
        (["--volume", "101"], #"--volume: expected a number from 0 to 100, found "101""#),
        (["--volume", "-1"], #"--volume: expected a number from 0 to 100, found "-1""#),
        (
            ["--buffer", "5x"],
            #"--buffer: "5x" is not a duration: write one like 90, 90s, 45m, 1h30m or 500ms"#
        ),
        (["--stats", "10ms"], "--stats: 10ms is out of range: 100ms to 8784h"),
        (["--log", "warn"], #"--log: unknown level "warn"; did you mean warning?"#),
        (["--output", "puls"], #"--output: unknown output "puls"; did you mean pulse?"#),
        (["--output", "wav:"], "--output: a file is missing: wav:FILE"),
        (["--output", "pipe:-", "--json"], "--output pipe:- and --json both want stdout: choose one, or pipe:FILE"),
        (["--output", "null", "--device", "x"], "--device goes with --output pulse only"),
        (["--instance", "Bed"], #"--instance: expected at most 32 of a-z, 0-9 and -, found "Bed""#),
        (["file:///etc/passwd"], #"expected an http or https URL, found "file:///etc/passwd""#),
        (["http://"], #"expected an http or https URL, found "http://""#),
        (["ftp://me:secret@a.example/"], #"expected an http or https URL, found "ftp://a.example/""#),
        (["a", "b"], #"play does not take "b""#),
        (["a", "-s", "b"], #"--station and "a" both name a station: choose one"#),
        (["--vol\u{1B}[2J"], #"unknown option "--vol""#),
    ])
    func `complains in one line`(arguments: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { try Invocation.parse(["play"] + arguments) }
        #expect(error?.description == sentence)
    }

    @Test(arguments: [
        (["--help"], Invocation.help(nil)), (["-h"], .help(nil)), (["--version"], .version),
        (["play", "--help", "a", "b"], .help(.play)), (["ctl", "-h"], .help(.ctl)),
        (["stations"], .stations(file: nil, json: false)),
        (["stations", "--json", "--stations", "x"], .stations(file: "x", json: true)),
    ])
    func `reads the other commands`(arguments: [String], invocation: Invocation) throws {
        #expect(try Invocation.parse(arguments) == invocation)
    }

    @Test(arguments: [
        ([], "a command is missing; try radiospiral --help"),
        (["ply"], #"unknown command "ply"; did you mean play? (try radiospiral --help)"#),
        (["record"], #"unknown command "record" (try radiospiral --help)"#),
        (["--hlp"], #"unknown option "--hlp"; did you mean --help?"#),
        (["stations", "check"], #"stations does not take "check""#),
    ])
    func `complains about commands`(arguments: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { try Invocation.parse(arguments) }
        #expect(error?.description == sentence)
    }

    @Test(arguments: [
        (["pause"], ControlCommand.perform(.pause)), (["resume"], .perform(.resume)), (["toggle"], .perform(.toggle)),
        (["switch", "drone"], .perform(.switchTo(id: "drone"))), (["volume", "7"], .perform(.setVolume(7))),
        (["mute"], .perform(.mute(nil))), (["mute", "on"], .perform(.mute(true))),
        (["mute", "off"], .perform(.mute(false))), (["back", "1m"], .perform(.back(.seconds(60)))),
        (["live"], .perform(.live)), (["status"], .status), (["events"], .events), (["quit"], .perform(.quit)),
    ])
    func `reads what ctl is to ask for`(arguments: [String], command: ControlCommand) throws {
        guard case .ctl(let options) = try Invocation.parse(["ctl"] + arguments + ["--instance=a"]) else {
            Issue.record("no ctl")
            return
        }
        #expect(options.command == command)
        #expect(options.instance == "a")
    }

    @Test(arguments: [
        ([], "ctl: COMMAND is missing"), (["paus"], #"unknown ctl command "paus"; did you mean pause?"#),
        (["volume"], "expected ctl volume N"), (["pause", "now"], "expected ctl pause"),
        (["mute", "maybe"], #"expected ctl mute [on|off], found "maybe""#),
        (["volume", "loud"], #"expected a number from 0 to 100, found "loud""#),
    ])
    func `complains about what ctl cannot ask for`(arguments: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { try Invocation.parse(["ctl"] + arguments) }
        #expect(error?.description == sentence)
    }
}
