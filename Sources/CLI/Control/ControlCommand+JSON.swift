import Playback
import RadioCore

extension ControlCommand {
    /// Reads the command of a request.
    init(_ object: JSONObject) throws(UsageError) {
        guard let word = object["command"]?.string else { throw UsageError("\"command\": expected a string") }
        guard let verb = ControlVerb(rawValue: word) else {
            throw .unknown("command", word, among: ControlVerb.allCases.map(\.rawValue))
        }
        self =
            switch verb {
            case .pause: .perform(.pause)
            case .resume: .perform(.resume)
            case .toggle: .perform(.toggle)
            case .live: .perform(.live)
            case .quit: .perform(.quit)
            case .status: .status
            case .events: .events
            case .switch: .perform(.switchTo(id: try Self.station(object)))
            case .volume: .perform(.setVolume(try Self.volume(object)))
            case .mute: .perform(.mute(try Self.muted(object)))
            case .back: .perform(.back(try Self.duration(object)))
            }
    }

    /// Writes the command and what it takes.
    func add(to object: inout JSONObject) {
        object.set("command", verb?.rawValue)
        switch self {
        case .perform(.switchTo(let id)): object.set("station", id)
        case .perform(.setVolume(let percent)): object.set("volume", percent)
        case .perform(.mute(let muted)): object.set("muted", muted)
        case .perform(.back(let duration)): object.set("duration", DurationText.format(duration))
        default: break
        }
    }

    /// The command's name on the wire; `nil` for what only keys can do.
    private var verb: ControlVerb? {
        switch self {
        case .status: .status
        case .events: .events
        case .perform(.pause): .pause
        case .perform(.resume): .resume
        case .perform(.toggle): .toggle
        case .perform(.live): .live
        case .perform(.quit): .quit
        case .perform(.switchTo): .switch
        case .perform(.setVolume): .volume
        case .perform(.mute): .mute
        case .perform(.back): .back
        case .perform(.switchToNumber), .perform(.next), .perform(.previous), .perform(.changeVolume),
            .perform(.forward):
            nil
        }
    }

    private static func station(_ object: JSONObject) throws(UsageError) -> String {
        guard let id = object["station"]?.string, !id.isEmpty else {
            throw UsageError("\"station\": expected the id of a station")
        }
        return id
    }

    private static func volume(_ object: JSONObject) throws(UsageError) -> Int {
        guard let percent = object["volume"]?.int, (0...100).contains(percent) else {
            throw UsageError("\"volume\": expected a number from 0 to 100")
        }
        return percent
    }

    private static func muted(_ object: JSONObject) throws(UsageError) -> Bool? {
        guard let node = object["muted"], !node.isNull else { return nil }
        guard let muted = node.bool else { throw UsageError("\"muted\": expected true or false") }
        return muted
    }

    /// `"10s"`, or a number of seconds.
    private static func duration(_ object: JSONObject) throws(UsageError) -> Duration {
        let node = object["duration"]
        if let seconds = node?.double, seconds >= 0, seconds <= DurationText.longest.seconds {
            return .milliseconds(Int64((seconds * 1_000).rounded()))
        }
        guard let text = node?.string else {
            throw UsageError("\"duration\": expected seconds, or a text like \"10s\"")
        }
        return try OptionValue.duration(text, in: .zero...DurationText.longest)
    }
}
