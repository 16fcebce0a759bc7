/// A command line that makes sense.
package enum Invocation: Hashable, Sendable {
    /// Print help: the general one, or a command's.
    case help(CommandName?)
    /// Print the versions.
    case version
    /// Play.
    case play(PlayOptions)
    /// List the stations of a file or of the usual list.
    case stations(file: String?, json: Bool)
    /// Talk to a player.
    case ctl(ControlOptions)

    /// Where to read on.
    package static let hint = "try \(OptionTable.program) --help"

    /// Reads a command line without the program's name. Pure.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        guard let first = arguments.first else { throw UsageError("a command is missing; \(hint)") }
        switch first {
        case "--help", "-h": return .help(nil)
        case "--version": return .version
        default: break
        }
        guard !first.hasPrefix("-") else {
            throw .unknown("option", first, among: OptionTable.general.map(\.name.flag))
        }
        guard let name = CommandName(rawValue: first) else {
            let error = UsageError.unknown("command", first, among: CommandName.allCases.map(\.rawValue))
            throw UsageError("\(error.description) (\(hint))")
        }
        return try parse(Array(arguments.dropFirst()), of: name)
    }

    private static func parse(_ arguments: [String], of name: CommandName) throws(UsageError) -> Invocation {
        let parsed = try ParsedArguments(arguments, for: OptionTable.entry(of: name))
        guard !parsed.has(.help) else { return .help(name) }
        switch name {
        case .play: return .play(try PlayOptions(parsed))
        case .stations: return .stations(file: parsed.values[.stations], json: parsed.has(.json))
        case .ctl: return .ctl(try ControlOptions(parsed))
        }
    }
}
