import Testing

@testable import CLI

@Suite struct HelpTextTests {
    @Test(arguments: CommandName.allCases)
    func `shows every option of a command on a line of its own`(command: CommandName) {
        let lines = HelpText.text(of: command).split(separator: "\n")
        for option in OptionTable.entry(of: command).options {
            #expect(lines.filter { $0.hasPrefix("  \(option.synopsis)  ") && $0.contains(option.summary) }.count == 1)
        }
    }

    @Test func `shows every command, every general option, and nothing that is not built`() {
        for command in OptionTable.commands { #expect(HelpText.general.contains("  \(command.synopsis)  ")) }
        for option in OptionTable.general { #expect(HelpText.general.contains(option.name.flag)) }
        #expect(!HelpText.text(of: .play).contains("--sleep"))
    }

    @Test func `shows every command of ctl`() {
        for verb in ControlVerb.allCases { #expect(HelpText.text(of: .ctl).contains("  \(verb.synopsis)")) }
    }

    @Test func `every option is in the table of a command or in the general one`() {
        let names = OptionTable.commands.flatMap(\.options).map(\.name) + OptionTable.general.map(\.name)
        #expect(Set(names) == Set(OptionName.allCases))
    }

    @Test(arguments: OptionTable.commands.map(\.options) + [OptionTable.general])
    func `no letter and no name comes twice`(options: [OptionEntry]) {
        #expect(Set(options.map(\.name)).count == options.count)
        let letters = options.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
    }

    @Test func `a command's row is its own`() {
        for name in CommandName.allCases { #expect(OptionTable.entry(of: name).name == name) }
    }
}
