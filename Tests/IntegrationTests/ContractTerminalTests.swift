import Foundation
import TestKit
import Testing

extension OnRealParts {
    /// A player with a terminal of its own.
    @Suite struct ContractTerminalTests {
        private let directory: PrivateDirectory
        private let server: RawHTTPServer
        private let list: String

        init() async throws {
            let bytes = try await KnownSound.mp3(seconds: 60)
            server = try RawHTTPServer { $0.broadcast(bytes, burst: 400_000) }
            directory = try PrivateDirectory()
            list = try directory.writeStations(["one": server.url(of: "/one"), "two": server.url(of: "/two")])
        }

        private func start(_ arguments: [String], outputToo: Bool = false) throws -> RadioSpiralProcess {
            try RadioSpiralProcess(
                ["play", "--output", "null", "--stations", list] + arguments, environment: ["TERM": "xterm"],
                wiring: .terminal(outputToo: outputToo))
        }

        @Test("each key does what help says it does")
        func keys() async throws {
            let player = try start(["--json", "one"])
            try await player.wait(forState: "playing")
            try await press(" ", player, "state") { $0.text("state") == "paused" }
            try await press(" ", player, "state") { $0.text("state") == "playing" }
            try await press("+", player, "volume") { $0.number("volume") == 75 }
            try await press("-", player, "volume") { $0.number("volume") == 70 }
            try await press("\u{1B}[A", player, "volume") { $0.number("volume") == 75 }
            try await press("\u{1B}OB", player, "volume") { $0.number("volume") == 70 }
            try await press("m", player, "volume") { $0["muted"] as? Bool == true }
            try await press("m", player, "volume") { $0["muted"] as? Bool == false }
            var seen = 0
            for (key, id) in [("n", "two"), ("p", "one"), ("2", "two"), ("1", "one")] {
                seen = player.events.count
                try await press(key, player, "station") { $0.text("id") == id }
            }
            try await player.wait(forState: "playing", skipping: seen)
            try await press("9", player, shows: "no station number 9")
            try await press("i", player, shows: "mp3")
            try await press("?", player, shows: "pause and resume")
            player.child.type("q")
            Ended(player, status: try await player.exitStatus()).check(status: 0, reason: "quit")
        }

        @Test("arrows step through what is held, and l goes back to live")
        func steps() async throws {
            let player = try start(["--json", "one"])
            try await player.wait(forState: "playing")
            let live = try await behindLive(player)
            try await Task.sleep(for: .seconds(3), clock: .suspending)
            player.child.type("\u{1B}[D")
            try await poll("a step back") { try await behindLive(player) > live + 1.5 ? true : nil }
            player.child.type("l")
            try await poll("live again") { try await behindLive(player) < live + 1 ? true : nil }
            player.child.type("q")
            #expect(try await player.exitStatus() == 0)
        }

        @Test("the terminal is as it was however the player ends")
        func restored() async throws {
            for ending in [nil, SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT] {
                let player = try start(["one"])
                let before = try #require(player.child.terminalSettings())
                try await poll("keys one by one") { player.child.terminalSettings() == before ? nil : true }
                try await poll("the status line") { player.child.error.text.contains("playing") ? true : nil }
                if let ending { player.send(signal: ending) } else { player.child.type("q") }
                let status = try await player.exitStatus()
                let isCrash = ending == SIGSEGV || ending == SIGABRT
                #expect(status == (isCrash ? 128 + (ending ?? 0) : 0))
                #expect(player.child.terminalSettings() == before, "\(ending ?? 0)")
            }
        }

        @Test("Ctrl-C ends a player well")
        func controlC() async throws {
            let player = try start(["--json", "one"])
            let before = try #require(player.child.terminalSettings())
            try await player.wait(forState: "playing")
            player.child.type("\u{3}")
            Ended(player, status: try await player.exitStatus()).check(status: 0, reason: "signal")
            #expect(player.child.terminalSettings() == before)
        }

        @Test("a stopped player has given the terminal back, and takes it again when it goes on")
        func stopAndContinue() async throws {
            // A shell with job control: without one, a process of its own session cannot be stopped from a terminal.
            let script = "\"$0\" \"$@\"; echo STOPPED $?; read -r line; fg; echo ENDED $?"
            let shell = try ChildProcess(
                "/bin/bash",
                ["-m", "-c", script, RadioSpiralProcess.path, "play", "--output", "null", "--stations", list]
                    + ["--json", "one"],
                environment: ["TERM": "xterm", "XDG_RUNTIME_DIR": directory.path, "XDG_STATE_HOME": directory.path],
                wiring: .terminal(outputToo: false))
            let before = try #require(shell.terminalSettings())
            try await poll("sound") { shell.output.text.contains("\"playing\"") ? true : nil }
            let during = try #require(shell.terminalSettings())
            #expect(during != before)
            shell.type("\u{1A}")
            try await poll("the stop") { shell.output.text.contains("STOPPED 148") ? true : nil }
            #expect(shell.terminalSettings() == before)
            shell.type("\n")
            try await poll("the terminal taken again") { shell.terminalSettings() == during ? true : nil }
            shell.type("q")
            #expect(try await shell.waitForEnd() == .exited(0))
            #expect(shell.output.lines.last == "ENDED 0", "\(shell.output.text)\(shell.error.text)")
            #expect(shell.terminalSettings() == before)
        }

        @Test("with --no-keys the terminal is left alone")
        func noKeys() async throws {
            let player = try start(["--json", "--no-keys", "one"])
            let before = try #require(player.child.terminalSettings())
            try await player.wait(forState: "playing")
            #expect(player.child.terminalSettings() == before)
            player.child.type("q\n")
            try await Task.sleep(for: .milliseconds(300), clock: .suspending)
            #expect(player.child.hasEnded() == nil)
            #expect(try await player.quit() == 0)
        }

        @Test("the status line fits the terminal, and a track line stands above it")
        func statusLine() async throws {
            let player = try start(["one"], outputToo: true)
            player.child.resizeTerminal(columns: 40)
            try await poll("the status line") { player.child.error.text.contains("playing") ? true : nil }
            player.child.type("+")
            try await poll("the volume") { player.child.error.text.contains("75%") ? true : nil }
            #expect(Screen.widestLine(of: player.child.error.text) < 40, "\(player.child.error.text)")
            player.child.type("q")
            #expect(try await player.exitStatus() == 0)
            // The last thing on the terminal is the status line's end.
            #expect(player.child.error.text.hasSuffix("\r\u{1B}[K"), "\(player.child.error.text.suffix(80))")
        }

        @Test("a hostile title does no harm on the terminal, in the track line or in an event")
        func hostileTitles() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let titles: [[UInt8]] = [
                Array("\u{1B}[2J\u{1B}]0;owned\u{7}bell\u{7} \u{9B}31m \r\n\u{202E}evil".utf8),
                [0xC3, 0x28, 0xFF, 0xFE, 0x80], Array(String(repeating: "x", count: 4050).utf8),
            ]
            for title in titles {
                let block = Self.block(title)
                let server = try RawHTTPServer { exchange in
                    exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 4000\r\n\r\n")
                    let first = Array(bytes[..<4000]) + block
                    let rest = stride(from: 4000, to: 80_000, by: 4000).flatMap { bytes[$0..<$0 + 4000] + [UInt8(0)] }
                    exchange.send(first + rest)
                    exchange.hang()
                }
                let player = try RadioSpiralProcess(
                    ["play", "--output", "null", server.url()], environment: ["TERM": "xterm"],
                    wiring: .terminal(outputToo: false))
                try await poll("a track line") { player.child.output.lines.isEmpty ? nil : true }
                player.child.type("q")
                #expect(try await player.exitStatus() == 0)
                #expect(Screen.isHarmless(player.child.error.bytes), "\(player.child.error.text)")
                #expect(Screen.isPlain(player.child.output.bytes), "\(player.child.output.text)")
                #expect(player.child.output.lines.allSatisfy { $0.count <= 530 })
                let headless = try RadioSpiralProcess(["play", "--json", "--output", "null", server.url()])
                let event = try await headless.wait(for: "nowplaying")
                #expect(event.text("text")?.isEmpty == false)
                #expect((event.text("text")?.count ?? 0) <= 512)
                #expect(Screen.isPlain(Array((event.text("text") ?? "").utf8)))
                #expect(Screen.isPlain(headless.child.output.bytes))
                #expect(try await headless.quit() == 0)
            }
        }

        private static func block(_ title: [UInt8]) -> [UInt8] {
            let text = Array("StreamTitle='".utf8) + title + Array("';".utf8)
            let length = (text.count + 15) / 16
            return [UInt8(length)] + text + [UInt8](repeating: 0, count: length * 16 - text.count)
        }

        private func behindLive(_ player: RadioSpiralProcess) async throws -> Double {
            let status = try await player.ctl("status", "--json")
            return PlayerEvent(line: status.output).number("behind_live") ?? 0
        }

        private func press(
            _ key: String, _ player: RadioSpiralProcess, _ event: String, where matches: (PlayerEvent) -> Bool
        ) async throws {
            let seen = player.events.count
            player.child.type(key)
            try await player.wait(for: event, skipping: seen, where: matches)
        }

        private func press(_ key: String, _ player: RadioSpiralProcess, shows text: String) async throws {
            player.child.type(key)
            try await poll("the text \(text)") { player.child.error.text.contains(text) ? true : nil }
        }
    }
}

/// What bytes would do to a terminal.
private enum Screen {
    /// The widest line, our own ways of erasing and ending one taken out.
    static func widestLine(of text: String) -> Int {
        text.replacingOccurrences(of: "\u{1B}[K", with: "").split { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
            .map(\.count).max() ?? 0
    }

    /// Whether nothing but lines, and our own way of erasing one, comes out.
    static func isHarmless(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\u{1B}[K", with: "")
        return isPlain(Array(text.replacingOccurrences(of: "\r\n", with: "\n").utf8))
    }

    /// Whether it is valid UTF-8 without control characters, except for line ends, and without bidi overrides.
    static func isPlain(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            if scalar == "\n" { return true }
            return scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }
}
