/// The commands of the program; the raw value is what is typed.
package enum CommandName: String, CaseIterable, Sendable {
    case play
    case stations
    case ctl
}

/// A row of the command table.
package struct CommandEntry: Sendable {
    /// What is typed.
    package let name: CommandName
    /// What it takes besides options.
    package let operands: String
    /// How many operands it takes.
    package let operandCount: ClosedRange<Int>
    /// What it does, on one line.
    package let summary: String
    /// Its options, in the order of help.
    package let options: [OptionEntry]
    /// What else help says, a line each.
    package let notes: [String]

    /// The command as help shows it.
    package var synopsis: String {
        operands.isEmpty ? name.rawValue : "\(name.rawValue) \(operands)"
    }
}
