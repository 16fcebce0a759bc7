/// What `--help` prints, made from the option table.
package enum HelpText {
    /// The short usage of a program that was called without a command.
    package static let usage = "usage: \(OptionTable.program) COMMAND [OPTIONS]\n\(commandLines)\n\(Invocation.hint)\n"

    /// The help of the whole program.
    package static let general =
        """
        radiospiral, a headless internet radio player

        usage: radiospiral COMMAND [OPTIONS]

        commands:
        \(commandLines)

        options:
        \(lines(of: OptionTable.general))

        radiospiral COMMAND --help tells more.

        """

    /// The help of one command.
    package static func text(of name: CommandName) -> String {
        let command = OptionTable.entry(of: name)
        var text = "usage: \(OptionTable.program) \(command.synopsis) [OPTIONS]\n\n\(command.summary)\n\n"
        text += "options:\n\(lines(of: command.options))\n"
        if !command.notes.isEmpty { text += "\n" + command.notes.joined(separator: "\n") + "\n" }
        return text
    }

    private static let commandLines = columns(OptionTable.commands.map { ($0.synopsis, [$0.summary]) })

    private static func lines(of options: [OptionEntry]) -> String {
        columns(options.map { ($0.synopsis, [$0.summary] + ($0.standard.map { ["(default: \($0))"] } ?? [])) })
    }

    /// Two columns; each further line of the right one begins below its first.
    private static func columns(_ rows: [(left: String, right: [String])]) -> String {
        let width = rows.map { DisplayCells.width(of: $0.left) }.max() ?? 0
        let indent = String(repeating: " ", count: width + 4)
        return rows.map { row in
            "  \(DisplayCells.padded(row.left, to: width))  \(row.right.joined(separator: "\n\(indent)"))"
        }.joined(separator: "\n")
    }
}
