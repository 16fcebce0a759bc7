import Playback
import RadioCore

/// What `ctl` was asked to do, with every value read.
package struct ControlOptions: Hashable, Sendable {
    /// What the player is asked for.
    package var command: ControlCommand
    /// The player's name; `nil` is the one that was started last.
    package var instance: String?
    /// Whether `status` prints the object.
    package var json = false

    /// Asks `command` of the player named `instance`.
    init(command: ControlCommand, instance: String? = nil, json: Bool = false) {
        self.command = command
        self.instance = instance
        self.json = json
    }

    /// Reads the values of a command line.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        let word = arguments.operands[0]
        guard let verb = ControlVerb(rawValue: word) else {
            throw .unknown("ctl command", word, among: ControlVerb.allCases.map(\.rawValue))
        }
        let operand = arguments.operands.dropFirst().first
        guard verb.operandCount.contains(operand == nil ? 0 : 1) else {
            throw UsageError("expected ctl \(verb.synopsis)")
        }
        self.init(
            command: try Self.command(verb, operand ?? ""),
            instance: try arguments.value(.instance, OptionValue.instance), json: arguments.has(.json))
    }

    private static func command(_ verb: ControlVerb, _ operand: String) throws(UsageError) -> ControlCommand {
        switch verb {
        case .pause: .perform(.pause)
        case .resume: .perform(.resume)
        case .toggle: .perform(.toggle)
        case .live: .perform(.live)
        case .quit: .perform(.quit)
        case .status: .status
        case .events: .events
        case .switch: .perform(.switchTo(id: operand))
        case .volume: .perform(.setVolume(try OptionValue.volume(operand)))
        case .mute: .perform(.mute(try muted(operand)))
        case .back: .perform(.back(try OptionValue.duration(operand, in: .zero...DurationText.longest)))
        }
    }

    private static func muted(_ operand: String) throws(UsageError) -> Bool? {
        switch operand {
        case "": return nil
        case "on": return true
        case "off": return false
        default: throw UsageError("expected ctl \(ControlVerb.mute.synopsis), found \(UsageError.quoted(operand))")
        }
    }
}
