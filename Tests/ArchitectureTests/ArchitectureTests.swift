import Foundation
import Testing

/// Holds three descriptions of the same thing together: the module table in Documentation/Architecture.md, the targets
/// in Package.swift, and the imports that the sources really make.
struct ArchitectureTests {
    private static let top = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let picture: [String: Set<String>]
    private let package: [String: Set<String>]

    init() throws {
        picture = try Self.picture()
        package = try Self.package()
    }

    @Test("the picture names the modules that Package.swift has, and no others")
    func modules() {
        #expect(!package.isEmpty)
        #expect(Set(picture.keys) == Set(package.keys))
    }

    @Test("every arrow of Package.swift is in the picture, and every arrow of the picture in Package.swift")
    func arrows() {
        for (module, imports) in package {
            #expect(imports == picture[module], "\(module)")
        }
    }

    @Test("every arrow is needed: some source of the module imports it")
    func everyArrowIsUsed() throws {
        for (module, imports) in package where !module.hasPrefix("C") || module == "CLI" {
            #expect(imports.subtracting(try Self.imports(of: module)) == [], "\(module)")
        }
    }

    @Test("no source imports a module of ours that its own module does not name")
    func noArrowIsHidden() throws {
        for (module, imports) in package {
            let ours = try Self.imports(of: module).intersection(package.keys)
            #expect(ours.subtracting(imports) == [], "\(module)")
        }
    }

    @Test("arrows go one way: no module is reached from itself")
    func noCircles() {
        for module in package.keys {
            var reached: Set<String> = []
            var edge = package[module] ?? []
            while !edge.isSubset(of: reached) {
                reached.formUnion(edge)
                edge = edge.reduce(into: []) { $0.formUnion(package[$1] ?? []) }
            }
            #expect(!reached.contains(module), "\(module)")
        }
    }

    @Test("each C library is imported by exactly one module")
    func oneImporter() {
        for library in package.keys where library.hasPrefix("C") && library != "CLI" {
            #expect(package.filter { $0.value.contains(library) }.count == 1, "\(library)")
        }
    }

    @Test("what ships does not import Foundation")
    func noFoundation() throws {
        for module in package.keys {
            let imports = try Self.imports(of: module)
            #expect(imports.isDisjoint(with: ["Foundation", "FoundationNetworking"]), "\(module)")
        }
    }

    // MARK: - Reading the three

    /// The rows of the table under "Modules": a name, or several, and what they import.
    private static func picture() throws -> [String: Set<String>] {
        let text = try String(contentsOf: top.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
        let section = text.components(separatedBy: "\n## Modules\n").last?.components(separatedBy: "\n## ").first ?? ""
        var picture: [String: Set<String>] = [:]
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            for name in quoted(cells[1]) { picture[name] = Set(quoted(cells[3])) }
        }
        return picture
    }

    /// The targets that ship, read from the text: the package manager does not answer while it runs the tests.
    private static func package() throws -> [String: Set<String>] {
        let text = try String(contentsOf: top.appending(path: "Package.swift"), encoding: .utf8)
        let targets = text.components(separatedBy: "targets: [\n").last ?? ""
        let library = try Regex(#"\.systemLibrary\(\s*name: "(\w+)""#, as: (Substring, Substring).self)
        let stage = try Regex(
            #"(?:stage\(\s*|\.(?:executableT|t)arget\(\s*name: )"(\w+)"(?:,\s*(?:imports|dependencies): \[([^\]]*)\])?"#,
            as: (Substring, Substring, Substring?).self)
        var package: [String: Set<String>] = [:]
        for match in targets.matches(of: library) { package[String(match.output.1)] = [] }
        for match in targets.matches(of: stage) {
            let names = (match.output.2 ?? "").split(separator: "\"").filter { $0.contains(/^\w+$/) }
            // What is not in Sources does not ship.
            guard FileManager.default.fileExists(atPath: top.appending(path: "Sources/\(match.output.1)").path) else {
                continue
            }
            package[String(match.output.1)] = Set(names.map(String.init))
        }
        return package
    }

    /// Every module that a source of `module` imports.
    private static func imports(of module: String) throws -> Set<String> {
        let folder = top.appending(path: "Sources/\(module)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var imports: Set<String> = []
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("import ") {
                guard let match = line.firstMatch(of: /^(?:@\w+\s+|public |package |internal )*import (?:\w+ )?(\w+)/)
                else { continue }
                imports.insert(String(match.output.1))
            }
        }
        return imports
    }

    private static func quoted(_ cell: Substring) -> [String] {
        cell.matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
}
