import CLI
import Foundation
import Testing

/// Holds what the documents say against what is built.
struct DocumentationTests {
    @Test("the program in the README is the one that is built")
    func program() throws {
        let readme = try Self.text("README.md")
        let program = try Self.text("Tests/TenLinePlayer/main.swift")
        #expect(readme.contains("```swift\n\(program)```\n"))
        #expect(program.split(separator: "\n").count <= 10)
    }

    @Test("the page of the command line names the commands that there are, and no others")
    func commands() throws {
        let rows = Self.firstCells(of: "Commands", in: try Self.text("Documentation/CommandLine.md"))
        let documented = rows.compactMap { $0.firstMatch(of: /radiospiral (\w+)/)?.output.1 }.map(String.init)
        #expect(documented == OptionTable.commands.map(\.name.rawValue))
    }

    @Test(
        "the page names the options of each command, in letters and values too, and no others",
        arguments: OptionTable.commands.map(\.name))
    func options(of name: CommandName) throws {
        let rows = Self.firstCells(of: "`\(name.rawValue)` options", in: try Self.text("Documentation/CommandLine.md"))
        let documented = rows.map { $0.replacing("`", with: "").replacing("\\|", with: "|") }
        let built = OptionTable.entry(of: name).options.filter { $0.name != .help }
            .map { $0.synopsis.trimmingCharacters(in: .whitespaces) }
        #expect(Set(documented) == Set(built))
    }

    private static func text(_ path: String) throws -> String {
        let top = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    /// The first cell of each row of the table under a heading, without its head.
    private static func firstCells(of heading: String, in page: String) -> [String] {
        let section =
            page.components(separatedBy: "\n## \(heading)\n").last?.components(separatedBy: "\n## ").first ?? ""
        return section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { row in
            // A bar inside a cell is escaped.
            let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|")
            return cells[0].replacing("\u{0}", with: "\\|").trimmingCharacters(in: .whitespaces)
        }
    }
}
