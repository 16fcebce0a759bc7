import TestKit
import Testing

extension OnRealParts {
    /// Nothing of a station is left behind, however often it is left.
    @Suite struct HeardManySwitchesTests {
        @Test("two hundred switches leave no timer, no listener, no thread and no descriptor behind")
        func many() async throws {
            let stage = try await HeardStage()
            let bytes = try await ChildProcess.run(
                "ffmpeg",
                ["-nostdin", "-loglevel", "error", "-t", "20", "-i", stage.code()] + FFmpegSource.encoding(.mp3) + ["-"]
            )
            let server = try RawHTTPServer { exchange in
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
                exchange.send(Array(bytes.prefix(32_000)))
                exchange.dribble(Array(bytes.dropFirst(32_000)), bytesPerSecond: 16_000)
            }
            let player = try stage.play(
                ["one": server.url(of: "/one"), "two": server.url(of: "/two")], ["--json", "--stats", "200ms"])
            let control = try await stage.control(of: player)
            try await player.wait(forState: "playing")
            var figures: [[String: Double]] = []
            for number in 1...200 {
                let seen = player.child.output.count
                #expect(try control.ask("switch", ["station": number % 2 == 1 ? "two" : "one"]).isDone)
                try await poll("the sound of switch \(number)") {
                    String(decoding: player.child.output.bytes.dropFirst(seen), as: UTF8.self)
                        .contains(#""state":"playing""#) ? true : nil
                }
                if number == 20 || number == 200 { figures.append(try await settled(player)) }
            }
            for name in ["timers", "listeners", "fds"] {
                #expect(figures[0][name] == figures[1][name], "\(name) after 20 switches and after 200: \(figures)")
            }
            // Swift's pool takes and gives back a thread or two of its own as it likes.
            let grown = (figures[1]["threads"] ?? .infinity) - (figures[0]["threads"] ?? 0)
            #expect(grown <= 2, "threads after 20 switches and after 200: \(figures)")
            #expect(try await player.quit() == 0)
            let bye = try #require(player.events.last)
            let leaks = bye["leaks"] as? [String: Int]
            #expect(bye.name == "bye" && leaks == ["timers": 0, "listeners": 0], "\(bye)")
            #expect(player.events.allSatisfy { $0.text("code") != "leak" })
        }

        /// What is in use once the last switch has settled.
        private func settled(_ player: RadioSpiralProcess) async throws -> [String: Double] {
            try await Task.sleep(for: .seconds(1), clock: .suspending)
            let stats = try #require(player.events.last { $0.name == "stats" })
            let (timers, listeners) = (stats["timers"] as? [String: Double], stats["listeners"] as? [String: Double])
            return [
                "timers": timers?["live"] ?? -1, "listeners": listeners?["live"] ?? -1,
                "fds": stats.number("fds") ?? -1, "threads": stats.number("threads") ?? -1,
            ]
        }
    }
}
