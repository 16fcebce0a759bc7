import Foundation
import TestKit
import Testing

extension OnRealParts {
    /// `ctl`, and those who speak to its socket themselves.
    @Suite struct ContractControlTests {
        private let directory: PrivateDirectory
        private let player: RadioSpiralProcess

        init() async throws {
            let bytes = try await KnownSound.mp3(seconds: 60)
            let server = try RawHTTPServer { $0.broadcast(bytes, burst: 400_000) }
            directory = try PrivateDirectory()
            let list = try directory.writeStations(["one": server.url(of: "/one"), "two": server.url(of: "/two")])
            player = try RadioSpiralProcess(
                ["play", "--json", "--output", "null", "--instance", "night", "--stations", list, "one"])
            held = server
            try await player.wait(forState: "playing")
        }

        private let held: RawHTTPServer

        @Test("every command is carried out, or refused in one line")
        func commands() async throws {
            try await command("pause", "state") { $0.text("state") == "paused" }
            try await command("resume", "state") { $0.text("state") == "playing" }
            try await command("toggle", "state") { $0.text("state") == "paused" }
            try await command("toggle", "state") { $0.text("state") == "playing" }
            try await command("volume 33", "volume") { $0.number("volume") == 33 }
            try await command("mute", "volume") { $0["muted"] as? Bool == true }
            try await command("mute off", "volume") { $0["muted"] as? Bool == false }
            try await command("mute on", "volume") { $0["muted"] as? Bool == true }
            try await command("switch two", "station") { $0.text("id") == "two" }
            try await player.wait(for: "state", skipping: player.events.count) { $0.text("state") == "playing" }
            // At the first frame that is heard there is nothing older yet.
            try await poll("back to be carried out") { try await player.ctl("back", "1s").status == 0 ? true : nil }
            #expect(try await player.ctl("live").status == 0)
            let unknown = try await player.ctl("switch", "three")
            #expect(unknown.status == 1)
            #expect(unknown.error.contains("three") && unknown.error.split(separator: "\n").count == 1)
            #expect(player.events.last { $0.name == "station" }?.text("id") == "two")
            #expect(try await player.ctl("--instance", "day", "status").status == 69)
            #expect(try await player.ctl("--instance", "night", "status").status == 0)
            #expect(try await player.ctl("quit").status == 0)
            Ended(player, status: try await player.exitStatus()).check(status: 0, reason: "quit")
            #expect(try await player.ctl("status").status == 69)
        }

        @Test("status tells what is played, in words and as JSON")
        func status() async throws {
            let status = PlayerEvent(line: try await player.ctl("status", "--json").output)
            #expect(status.text("state") == "playing")
            #expect(status.text("station") == "one")
            #expect(status.text("name") == "Station one")
            #expect(status.text("instance") == "night")
            #expect(status.number("pid") == Double(player.child.id))
            #expect(status.number("volume") == 70)
            #expect((status["stream"] as? [String: Any])?["codec"] as? String == "mp3")
            let words = try await player.ctl("status")
            #expect(words.output.contains("playing") && words.output.contains("Station one"))
            #expect(try await player.quit() == 0)
        }

        @Test("events follow until the player ends, the last line being its goodbye")
        func events() async throws {
            let listener = try ChildProcess(
                RadioSpiralProcess.path, ["ctl", "events"], environment: ["XDG_RUNTIME_DIR": player.home])
            try await poll("an event") {
                // Not before the listener is there does anything come.
                try await player.ctl("mute").status == 0 && !listener.output.lines.isEmpty ? true : nil
            }
            #expect(try await player.quit() == 0)
            #expect(try await listener.waitForEnd() == .exited(0))
            let events = listener.output.lines.map(PlayerEvent.init)
            #expect(events.contains { $0.name == "volume" })
            #expect(events.last?.name == "bye")
        }

        @Test("the socket is for its owner alone")
        func modes() async throws {
            let manager = FileManager.default
            let folder = try manager.attributesOfItem(atPath: player.home + "/radiospiral")
            #expect(folder[.posixPermissions] as? Int == 0o700)
            let socket = try manager.attributesOfItem(atPath: player.home + "/radiospiral/night.sock")
            #expect(socket[.posixPermissions] as? Int == 0o600)
            #expect(try await player.quit() == 0)
        }

        @Test("clients that talk nonsense, too much, half or all at once do no harm")
        func hostileClients() async throws {
            let path = player.home + "/radiospiral/night.sock"
            let nonsense = try LocalSocket(path: path)
            for line in ["what", "{}", "[1,2]", "{\"command\":\"volume\",\"volume\":1e99}", "{\"command\":7}"] {
                nonsense.send(line + "\n")
                #expect(PlayerEvent(line: nonsense.line())["ok"] as? Bool == false, "\(line)")
            }
            let endless = try LocalSocket(path: path)
            endless.send(String(repeating: "x", count: 102_400))
            #expect(PlayerEvent(line: endless.line())["ok"] as? Bool == false)
            let half = try LocalSocket(path: path)
            half.send("{\"id\":5,\"comm")
            half.send("and\":\"status\"}\n{\"id\":6,\"command\":\"status\"}\n")
            #expect(PlayerEvent(line: half.line()).number("id") == 5)
            #expect(PlayerEvent(line: half.line()).number("id") == 6)
            var crowd = try (0..<40).map { _ in try LocalSocket(path: path, waits: false) }
            crowd.forEach { $0.send("{\"id\":1") }
            crowd.removeAll()
            let status = try await player.ctl("status", "--json")
            #expect(status.status == 0, "\(status)")
            #expect(PlayerEvent(line: status.output).text("state") == "playing")
            Ended(player, status: try await player.quit()).check(status: 0, reason: "signal")
        }

        private func command(
            _ words: String, _ event: String, where matches: (PlayerEvent) -> Bool
        ) async throws {
            let seen = player.events.count
            let child = try ChildProcess(
                RadioSpiralProcess.path, ["ctl"] + words.split(separator: " ").map(String.init),
                environment: ["XDG_RUNTIME_DIR": player.home])
            #expect(try await child.waitForEnd() == .exited(0), "\(words): \(child.error.text)")
            try await player.wait(for: event, skipping: seen, where: matches)
        }
    }
}
