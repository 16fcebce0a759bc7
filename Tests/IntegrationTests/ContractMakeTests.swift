import Foundation
import TestKit
import Testing

extension OnRealParts {
    /// What the targets of the Makefile leave behind, with the command that the tests run.
    @Suite struct ContractMakeTests {
        private static let top = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        /// Not the options of the `make` that may have started the tests.
        private static let environment = ["MAKEFLAGS": "", "RADIOSPIRAL_BINARY": RadioSpiralProcess.path]

        private let directory: PrivateDirectory

        init() throws {
            directory = try PrivateDirectory()
        }

        private func make(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess {
            try ChildProcess(
                "make", ["-C", Self.top] + arguments, environment: Self.environment.merging(environment) { $1 })
        }

        private func checkEnd(of make: ChildProcess) async throws {
            #expect(try await make.waitForEnd(within: .seconds(60)) == .exited(0), "\(make.error.text)")
        }

        /// All files and empty folders below the directory.
        private func left() throws -> Set<String> {
            let all = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
            return Set(all.filter { path in !all.contains { $0.hasPrefix(path + "/") } })
        }

        @Test("what was installed finds its station list, and is taken away again")
        func roundTrip() async throws {
            let places = ["DESTDIR=\(directory.path)", "PREFIX=/opt/radio"]
            try await checkEnd(of: make("install", places[0], places[1]))
            #expect(try left() == ["opt/radio/bin/radiospiral", "opt/radio/share/radiospiral/Stations.json"])
            let command = directory.path(of: "opt/radio/bin/radiospiral")
            let home = try PrivateDirectory()
            let listed = try await ChildProcess.run(
                "/bin/sh", ["-c", #"cd / && exec "$0" stations --json"#, command],
                environment: ["HOME": home.path, "XDG_CONFIG_HOME": "", "RADIOSPIRAL_STATIONS": ""])
            let shown = listed.split(separator: UInt8(ascii: "\n")).map {
                PlayerEvent(line: String(decoding: $0, as: UTF8.self)).text("id")
            }
            #expect(try shown == Self.shippedStations())
            try await checkEnd(of: make("uninstall", places[0], places[1]))
            // Folders that others share stay.
            #expect(try left() == ["opt/radio/bin", "opt/radio/share"])
            let again = try make("uninstall", places[0], places[1])
            try await checkEnd(of: again)
            #expect(again.error.text.isEmpty, "\(again.error.text)")
        }

        /// The ids in the station list that ships.
        private static func shippedStations() throws -> [String] {
            let list = try Data(contentsOf: URL(fileURLWithPath: top + "/Stations.json"))
            let object = try JSONSerialization.jsonObject(with: list) as? [String: Any]
            let stations = try #require(object?["stations"] as? [[String: Any]])
            return stations.compactMap { $0["id"] as? String }
        }

        @Test("the demo plays, says what and how loud, and leaves nothing behind")
        func demo() async throws {
            // Icecast, which gives up being root, has to get through.
            try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: directory.path)
            let home = try PrivateDirectory()
            let environment = [
                "TMPDIR": directory.path, "DEMO_SECONDS": "5", "PULSE_SERVER": "unix:/nonexistent",
                "XDG_RUNTIME_DIR": home.path,
            ]
            let demo = try make("demo", environment: environment)
            let mark = "TMPDIR=\(directory.path)"
            try await poll("the demo's servers") { processes(with: mark).count > 4 ? true : nil }
            try await checkEnd(of: demo)
            #expect(demo.output.text.contains("The Lighthouse Keepers - "), "\(demo.output.text)")
            #expect(demo.error.text.contains(/level at the monitor: -\d+ dBFS/), "\(demo.error.text)")
            #expect(try left() == [])
            #expect(processes(with: mark) == [])
        }

        /// Command lines of the processes that run with `variable`, as far as this user may look.
        private func processes(with variable: String) -> [String] {
            let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return ids.filter { Int($0) != nil }.compactMap { id in
                guard let bytes = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
                    String(decoding: bytes, as: UTF8.self).split(separator: "\0").contains(variable[...])
                else { return nil }
                return FileManager.default.contents(atPath: "/proc/\(id)/cmdline")
                    .map { String(decoding: $0, as: UTF8.self) }
            }
        }
    }
}
