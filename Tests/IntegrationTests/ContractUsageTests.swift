import TestKit
import Testing

extension OnRealParts {
    /// What the command says before anything is played.
    @Suite struct ContractUsageTests {
        private let stations = """
            {"version":1,"stations":[
              {"id":"drone","name":"Drone","streams":[{"url":"http://127.0.0.1:1/drone"}]},
              {"id":"azura","name":"Azura House","metadata":{"kind":"azuracast","server":"radio.example","shortcode":"a"}}]}
            """

        @Test(
            "a command line that makes no sense is one line and status 64",
            arguments: [
                ["play", "ftp://example.org/stream"], ["play", "--volumes", "3"], ["play", "--volume"],
                ["play", "--volume", "101"], ["play", "--give-up", "soon"], ["play", "--json", "--output", "pipe:-"],
                ["play", "--device", "x", "--output", "null"], ["play", "a", "b"], ["ctl"], ["ctl", "dance"],
                ["ctl", "volume", "loud"], ["sing"], ["--nonsense"],
            ])
        func usage(arguments: [String]) async throws {
            let command = try RadioSpiralProcess(arguments)
            #expect(try await command.exitStatus() == 64)
            #expect(command.child.output.text.isEmpty)
            #expect(command.child.error.lines.count == 1, "\(command.child.error.text)")
        }

        @Test("a mistyped option is answered with the nearest real one")
        func nearestOption() async throws {
            let command = try RadioSpiralProcess(["play", "--volme", "3"])
            #expect(try await command.exitStatus() == 64)
            #expect(command.child.error.text.contains("--volume"))
        }

        @Test("an unknown station, and one whose mounts cannot be asked for, are refused by name")
        func unknownStation() async throws {
            let directory = try PrivateDirectory()
            let list = try directory.write(stations, to: "Stations.json")
            let unknown = try await Ended.play(["--stations", list, "drones"])
            unknown.check(status: 78, reason: "error")
            unknown.check(code: "unknown-station", says: ["drones", "drone"])
            let azura = try await Ended.play(["--stations", list, "azura"])
            azura.check(status: 78, reason: "error")
            azura.check(code: "mounts-unknown", says: ["azura", "Azura House"])
        }

        @Test("a broken list is refused with the place of the fault")
        func brokenList() async throws {
            let directory = try PrivateDirectory()
            let list = try directory.write(
                "{\"version\":1,\n \"stations\":[{\"id\":\"a\",\"name\":\"A\",\"streams\":[{\"url\":\"htp://x\"}]}]}",
                to: "Stations.json")
            let ended = try await Ended.play(["--stations", list])
            ended.check(status: 78, reason: "error")
            ended.check(code: "invalid-station-list", says: ["Stations.json:2:", "\"a\"", "streams[0].url", "htp://x"])
            let missing = try await Ended.play(["--stations", directory.path(of: "none.json"), "a"])
            missing.check(status: 78, reason: "error")
            missing.check(code: "invalid-station-list", says: ["none.json"])
        }

        @Test("stations are listed by number and id, or with all fields")
        func stationTable() async throws {
            let directory = try PrivateDirectory()
            let list = try directory.write(stations, to: "Stations.json")
            let table = try RadioSpiralProcess(["stations", "--stations", list])
            #expect(try await table.exitStatus() == 0)
            #expect(table.child.output.lines.count == 2)
            #expect(table.child.output.lines.first?.contains("drone") == true)
            let json = try RadioSpiralProcess(["stations", "--json", "--stations", list])
            #expect(try await json.exitStatus() == 0)
            #expect(json.events.map { $0.text("id") } == ["drone", "azura"])
            #expect(json.events.map { $0.number("number") } == [1, 2])
        }

        @Test("the version names the libraries in use, and help is there for each command")
        func help() async throws {
            let version = try RadioSpiralProcess(["--version"])
            #expect(try await version.exitStatus() == 0)
            for library in ["radiospiral ", "libcurl", "FFmpeg", "PulseAudio"] {
                #expect(version.child.output.text.contains(library))
            }
            for command in [[], ["play"], ["stations"], ["ctl"]] {
                let help = try RadioSpiralProcess(command + ["--help"])
                #expect(try await help.exitStatus() == 0)
                #expect(help.child.output.text.contains("radiospiral \(command.first ?? "")"))
                #expect(help.child.error.text.isEmpty)
            }
        }

        @Test("ctl without a player says so")
        func noPlayer() async throws {
            let command = try RadioSpiralProcess(["ctl", "status"])
            #expect(try await command.exitStatus() == 69)
            #expect(command.child.error.lines.count == 1)
        }
    }
}
