/// The commands of the control socket; the raw value is its name on the wire and on the command line.
enum ControlVerb: String, CaseIterable, Sendable {
    case pause
    case resume
    case toggle
    case `switch`
    case volume
    case mute
    case back
    case live
    case status
    case events
    case quit

    /// The command and what it takes.
    var synopsis: String {
        switch self {
        case .switch: "switch ID"
        case .volume: "volume N"
        case .mute: "mute [on|off]"
        case .back: "back DUR"
        default: rawValue
        }
    }

    /// What it does, on one line.
    var summary: String {
        switch self {
        case .pause: "fade out and hold the place"
        case .resume: "go on from that place"
        case .toggle: "pause or resume"
        case .switch: "play another station of the list"
        case .volume: "set the volume, 0 to 100"
        case .mute: "mute or unmute; without a word, toggle"
        case .back: "step back in what is held"
        case .live: "go to the newest that is held"
        case .status: "print what the player is doing"
        case .events: "print the player's events until it ends"
        case .quit: "fade out and end"
        }
    }

    /// How many words it takes.
    var operandCount: ClosedRange<Int> {
        switch self {
        case .switch, .volume, .back: 1...1
        case .mute: 0...1
        default: 0...0
        }
    }
}
