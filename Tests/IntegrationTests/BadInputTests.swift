import TestKit
import Testing

extension OnRealParts {
    /// What goes wrong is told in a sentence, by an event and by the exit status, in time.
    @Suite struct BadInputTests {
        /// A server's misbehaviour and what becomes of it.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let answer: String
            let status: Int32
            let limit: Duration
        }

        static let cases = [
            Case(
                testDescription: "not found", answer: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", status: 69,
                limit: .seconds(8)),
            Case(
                testDescription: "gone", answer: "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", status: 69,
                limit: .seconds(8)),
            Case(
                testDescription: "forbidden", answer: "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", status: 77,
                limit: .seconds(8)),
            Case(
                testDescription: "unauthorized",
                answer: "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
                status: 77, limit: .seconds(8)),
            Case(
                testDescription: "a page instead of sound",
                answer:
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE html><html><body>Hello</body></html>",
                status: 65, limit: .seconds(15)),
            Case(
                testDescription: "an empty body",
                answer: "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 0\r\n\r\n", status: 65,
                limit: .seconds(15)),
        ]

        @Test("a server's misbehaviour has its status and its sentence", arguments: cases)
        func misbehaviour(of server: Case) async throws {
            let station = try RawHTTPServer { $0.send(server.answer) }
            let player = try RadioSpiralProcess(["play", station.url(), "--json", "--output", "null"])
            #expect(try await player.exitStatus(within: server.limit) == server.status)
            let error = try #require(player.events.last { $0.name == "error" })
            #expect(error.text("code") != nil && error.text("message")?.isEmpty == false)
            #expect(player.events.last?.name == "bye")
            #expect(player.events.last?.number("status") == Double(server.status))
        }

        @Test("nobody at the port: given up after --give-up")
        func refused() async throws {
            let port = try FreePort.next()
            let player = try RadioSpiralProcess(
                ["play", "http://127.0.0.1:\(port)/", "--json", "--output", "null", "--give-up", "2s"])
            #expect(try await player.exitStatus(within: .seconds(4)) == 69)
        }

        @Test("no sound server: given up after --give-up, with its own status")
        func noSound() async throws {
            let station = try RawHTTPServer { $0.hang() }
            let player = try RadioSpiralProcess(["play", station.url(), "--json", "--give-up", "2s"])
            #expect(try await player.exitStatus(within: .seconds(4)) == 74)
        }

        @Test("a signal ends a player whose connection hangs within a second")
        func hangs() async throws {
            let station = try RawHTTPServer { $0.hang() }
            let player = try RadioSpiralProcess(["play", station.url(), "--json", "--output", "null"])
            try await player.wait(forState: "connecting")
            player.send(signal: 2)
            #expect(try await player.exitStatus(within: .seconds(1)) == 0)
        }

        @Test(
            "the command line is refused in one line with its status",
            arguments: [
                (["play", "--vlume", "3"], 64, "--volume"), (["play", "ftp://x/"], 64, "http"),
                (["play", "dron", "--stations", "Stations.json"], 78, "drone"),
                (["play", "--stations", "/nowhere.json"], 78, "/nowhere.json"), (["fly"], 64, "fly"),
            ])
        func refusedLine(arguments: [String], status: Int32, names word: String) async throws {
            let player = try RadioSpiralProcess(
                arguments + ["--output", "null"].filter { _ in arguments[0] == "play" })
            #expect(try await player.exitStatus() == status)
            let lines = player.child.error.text.split(separator: "\n")
            #expect(lines.count == 1 && lines.first?.contains(word) == true, "\(lines)")
        }
    }
}
