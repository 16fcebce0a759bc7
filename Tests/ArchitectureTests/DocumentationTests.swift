import Foundation
import Testing

@testable import CLI

/// Holds what the documents say against what is built.
struct DocumentationTests {
    @Test("the program in the README is the one that is built")
    func program() throws {
        let readme = try Page("README.md").text
        let program = try Page("Tests/TenLinePlayer/main.swift").text
        #expect(readme.contains("```swift\n\(program)```\n"))
        #expect(program.split(separator: "\n").count <= 10)
    }

    @Test("the page of the command line names the commands that there are, and no others")
    func commands() throws {
        let rows = try Page("Documentation/CommandLine.md").rows(of: "Commands").map(\.[0])
        let documented = rows.compactMap { $0.firstMatch(of: /radiospiral (\w+)/)?.output.1 }.map(String.init)
        #expect(documented == OptionTable.commands.map(\.name.rawValue))
    }

    @Test(
        "the page names the options of each command, in letters and values too, and no others",
        arguments: OptionTable.commands.map(\.name))
    func options(of name: CommandName) throws {
        let rows = try Page("Documentation/CommandLine.md").rows(of: "`\(name.rawValue)` options")
        let documented = rows.map { $0[0].replacing("`", with: "") }
        let built = OptionTable.entry(of: name).options.filter { $0.name != .help }
            .map { $0.synopsis.trimmingCharacters(in: .whitespaces) }
        #expect(Set(documented) == Set(built))
    }

    @Test("the page names the keys that there are, in their order, and no others")
    func keys() throws {
        let rows = try Page("Documentation/CommandLine.md").rows(of: "Keys")
        let documented = rows.map { Page.quoted(in: $0[0]).joined(separator: " ") }
        #expect(documented == KeyBinding.all.map(\.shown))
    }
}
