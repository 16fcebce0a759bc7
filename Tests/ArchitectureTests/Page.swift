import Foundation

/// A text of this repository, read for what it promises.
struct Page {
    let text: String

    /// Reads the text at `path`, as seen from the top.
    init(_ path: String) throws {
        let top = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        text = try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    /// The cells of each row of the tables under a heading, without the head.
    func rows(of heading: String) -> [[String]] {
        let section =
            text.components(separatedBy: "\n## \(heading)\n").last?.components(separatedBy: "\n## ").first ?? ""
        return section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { row in
            // A bar inside a cell is escaped.
            row.replacing("\\|", with: "\u{0}").split(separator: "|").map {
                $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// What is marked as code in `cell`.
    static func quoted(in cell: String) -> [String] {
        cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
}
