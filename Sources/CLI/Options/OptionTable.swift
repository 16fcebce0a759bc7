/// The one table of commands and options: the parser, help and "did you mean" all read it.
package enum OptionTable {
    /// The name of the program.
    package static let program = "radiospiral"

    /// All commands, in the order of help.
    package static let commands: [CommandEntry] = [play, stations, ctl]

    /// The options that may stand before or without a command.
    package static let general: [OptionEntry] = [
        help, OptionEntry(.version, "print the version, and those of the libraries in use"),
    ]

    /// The row of `name`.
    package static func entry(of name: CommandName) -> CommandEntry {
        switch name {
        case .play: play
        case .stations: stations
        case .ctl: ctl
        }
    }

    private static let help = OptionEntry(.help, letter: "h", "print this help")

    private static let stationList = OptionEntry(
        .stations, value: "FILE", "station list to use",
        standard: "$RADIOSPIRAL_STATIONS, $XDG_CONFIG_HOME/radiospiral/Stations.json, "
            + "the installed one, ./Stations.json")

    private static let play = CommandEntry(
        name: .play, operands: "[STATION|URL]", operandCount: 0...1,
        summary: "play a station by id, or any stream URL",
        options: [
            OptionEntry(
                .station, letter: "s", value: "ID", "the same as STATION",
                standard: "last station heard, else the first in the list"),
            stationList,
            OptionEntry(
                .volume, letter: "v", value: "N", "0 to 100; 100 changes nothing",
                standard: "last used, else 70; 100 for wav and pipe"),
            OptionEntry(
                .buffer, value: "DUR", "the reserve to aim for against drop-outs, never a delay", standard: "10s"),
            OptionEntry(.device, value: "NAME", "PulseAudio sink to play on", standard: "the server's default"),
            OptionEntry(
                .output, value: "KIND", "pulse, null, wav:FILE, or pipe:FILE (raw s16le, 48 kHz, stereo; - is stdout)",
                standard: "pulse"),
            OptionEntry(.json, "print one JSON object a line on stdout, and nothing else there"),
            OptionEntry(
                .stats, value: "DUR", "how often a stats event comes, at least 100ms", standard: "10s with --json"),
            OptionEntry(.noKeys, "leave the terminal alone"),
            OptionEntry(
                .giveUp, value: "DUR|never", "end when there was no sound at all for this long",
                standard: "60s for the station, 10s for the sound server"),
            OptionEntry(.caFile, value: "FILE", "certificates to trust besides the system's"),
            OptionEntry(.allowHTTP, "follow a redirect from https to http"),
            OptionEntry(.instance, value: "NAME", "name of this player for ctl", standard: "the process id"),
            OptionEntry(.log, value: "LEVEL", "error, warning, info or debug, on stderr", standard: "warning"),
            OptionEntry(.quiet, "no status line, no track lines"),
            help,
        ],
        notes: ["DUR is 90, 90s, 45m, 1h30m or 500ms.", "Press ? while playing for the keys."])

    private static let stations = CommandEntry(
        name: .stations, operands: "", operandCount: 0...0, summary: "list the stations: number, id, name, description",
        options: [
            stationList, OptionEntry(.json, "print one JSON object a line, a station each, with all fields"), help,
        ], notes: [])

    private static let ctl = CommandEntry(
        name: .ctl, operands: "COMMAND", operandCount: 1...2, summary: "talk to a running player",
        options: [
            OptionEntry(.instance, value: "NAME", "the player to talk to", standard: "the one started last"),
            OptionEntry(.json, "with status: print the JSON object"),
            help,
        ],
        notes: ["commands:"]
            + ControlVerb.allCases.map { "  \(DisplayCells.padded($0.synopsis, to: 14))  \($0.summary)" })
}
