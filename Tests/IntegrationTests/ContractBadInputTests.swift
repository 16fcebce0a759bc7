import TestKit
import Testing

extension OnRealParts {
    /// What cannot be played ends with its own status and sentence, in the time that the contract gives.
    @Suite struct ContractBadInputTests {
        /// An answer of a server, and what must come of it.
        struct BadAnswer: Sendable {
            let path: String
            let answer: String
            let status: Int32
            let reason: String
            let code: String
            let words: [String]
            let tries: ClosedRange<Int>
            let limit: Duration
        }

        static let badAnswers = [
            BadAnswer(
                path: "/404", answer: "HTTP/1.0 404 Not Found\r\n\r\n<html>no</html>", status: 69, reason: "give-up",
                code: "stream-not-found", words: ["404"], tries: 3...3, limit: .seconds(8)),
            BadAnswer(
                path: "/410", answer: "HTTP/1.0 410 Gone\r\n\r\n", status: 69, reason: "give-up",
                code: "stream-not-found", words: ["410"], tries: 3...3, limit: .seconds(8)),
            BadAnswer(
                path: "/401", answer: "HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n",
                status: 77, reason: "refused", code: "stream-refused", words: ["401"], tries: 2...2, limit: .seconds(8)),
            BadAnswer(
                path: "/403", answer: "HTTP/1.0 403 Forbidden\r\n\r\n", status: 77, reason: "refused",
                code: "stream-refused", words: ["403"], tries: 2...2, limit: .seconds(8)),
            BadAnswer(
                path: "/407", answer: "HTTP/1.0 407 Proxy\r\n\r\n", status: 77, reason: "refused",
                code: "stream-refused", words: ["407"], tries: 2...2, limit: .seconds(8)),
            BadAnswer(
                path: "/page", answer: "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body>hi</body></html>",
                status: 65, reason: "undecodable", code: "stream-undecodable", words: ["web page"], tries: 1...1,
                limit: .seconds(15)),
            // A stream that ends is opened again at once; how often, until the decoder has said what it was, is open.
            BadAnswer(
                path: "/disguised", answer: "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n<!DOCTYPE html><html>",
                status: 65, reason: "undecodable", code: "stream-undecodable", words: [], tries: 1...6,
                limit: .seconds(15)),
            BadAnswer(
                path: "/empty", answer: "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n", status: 65,
                reason: "undecodable", code: "stream-empty", words: ["first byte"], tries: 3...3, limit: .seconds(15)),
            BadAnswer(
                path: "/nothing", answer: "", status: 65, reason: "undecodable", code: "stream-empty",
                words: ["first byte"], tries: 3...3, limit: .seconds(15)),
        ]

        @Test("an answer that brings no sound ends the player by the table, after the tries that it deserves")
        func badAnswers() async throws {
            let server = try RawHTTPServer { exchange in
                let answer = Self.badAnswers.first { $0.path == exchange.path }
                exchange.send(answer?.answer ?? "")
            }
            let sound = try await PulseServer()
            try await withThrowingTaskGroup { group in
                for bad in Self.badAnswers {
                    group.addTask {
                        let ended = try await Ended.play([server.url(of: bad.path)], sound: sound)
                        ended.check(status: bad.status, reason: bad.reason)
                        ended.check(code: bad.code, says: bad.words)
                        #expect(ended.took < bad.limit, "\(bad.path)")
                        let tries = server.requests.count { $0.hasPrefix("GET \(bad.path) ") }
                        #expect(bad.tries.contains(tries), "\(bad.path): \(tries)")
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test("bytes that are no audio end the player as undecodable")
        func garbage() async throws {
            var random = SystemRandomNumberGenerator()
            let noise = (0..<600_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            let server = try RawHTTPServer { exchange in
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
                exchange.send(noise)
                exchange.hang()
            }
            let ended = try await Ended.play(["--output", "null", server.url()])
            ended.check(status: 65, reason: "undecodable")
            ended.check(code: "stream-undecodable", says: ["decode"])
        }

        @Test("the second stream of a station is played when the first is not there")
        func failover() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { exchange in
                if exchange.path == "/gone" {
                    exchange.send("HTTP/1.0 404 Not Found\r\n\r\n")
                } else {
                    exchange.broadcast(bytes)
                }
            }
            let directory = try PrivateDirectory()
            let list = try directory.write(
                """
                {"version":1,"stations":[{"id":"two","name":"Two","streams":[
                  {"url":"\(server.url(of: "/gone"))"},{"url":"\(server.url(of: "/there"))"}]}]}
                """, to: "Stations.json")
            let player = try RadioSpiralProcess(
                ["play", "--json", "--stations", list, "two", "--output", "null"])
            try await player.wait(forState: "playing")
            Ended(player, status: try await player.quit()).check(status: 0, reason: "signal")
        }

        @Test("a server that cannot be had is given up after the listener's patience")
        func unreachable() async throws {
            let silent = try RawHTTPServer { $0.hang() }
            let closed = try FreePort.next()
            let sound = try await PulseServer()
            let urls = [
                "http://127.0.0.1:\(closed)/", silent.url(), "http://no-such-host.invalid/",
            ]
            try await withThrowingTaskGroup { group in
                for url in urls {
                    group.addTask {
                        let ended = try await Ended.play(["--give-up", "2s", url], sound: sound)
                        ended.check(status: 69, reason: "give-up")
                        ended.check(code: "give-up", says: ["no sound from"])
                        #expect(ended.took >= .seconds(2))
                        #expect(ended.took < .seconds(4), "\(url)")
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test("without a sound server the player ends after the listener's patience")
        func noSoundServer() async throws {
            let server = try RawHTTPServer { $0.hang() }
            let ended = try await Ended.play(["--give-up", "1s", server.url()])
            ended.check(status: 74, reason: "no-sound")
            ended.check(code: "no-sound-server", says: ["sound server"])
            #expect(ended.took < .seconds(4))
        }

        @Test("a device that the sound server does not have is refused at once, and those that it has are named")
        func unknownDevice() async throws {
            let server = try RawHTTPServer { $0.hang() }
            let sound = try await PulseServer(moreSinks: ["other"])
            let ended = try await Ended.play(["--device", "nonesuch", server.url()], sound: sound)
            ended.check(status: 74, reason: "no-sound")
            ended.check(code: "no-such-device", says: ["nonesuch", "ear", "other"])
            #expect(ended.took < .seconds(4))
        }

        @Test("a file that cannot be made, and one that cannot be written, end the player by their own statuses")
        func unwritableFiles() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let missing = try await Ended.play(["--output", "wav:/nonexistent/file.wav", server.url()])
            missing.check(status: 73, reason: "output")
            missing.check(code: "cannot-create", says: ["/nonexistent/file.wav"])
            for kind in ["wav", "pipe"] {
                let full = try await Ended.play(["--output", "\(kind):/dev/full", server.url()])
                full.check(status: 74, reason: "output")
                full.check(code: "output", says: ["/dev/full"])
            }
        }

        @Test("a player whose events nobody reads any more ends well")
        func readerGone() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let shell = try ChildProcess(
                "/bin/bash",
                [
                    "-c", "\"$0\" play --json --stats 100ms --output null \"$1\" | head -n 3; echo ${PIPESTATUS[0]}",
                    RadioSpiralProcess.path, server.url(),
                ], environment: ["XDG_RUNTIME_DIR": ""])
            _ = try await shell.waitForEnd()
            #expect(shell.output.lines.last == "0", "\(shell.output.text)\(shell.error.text)")
        }
    }
}
