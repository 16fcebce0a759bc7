import Glibc
import TestKit
import Testing

extension OnRealParts {
    /// A crash on a terminal, which is as it was before all the same.
    @Suite struct TerminalTests {
        @Test(
            "a crash or a deadly signal leaves the terminal as before, and is still told as such",
            arguments: [SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGQUIT, SIGUSR1])
        func crashing(by signal: Int32) async throws {
            let station = try RawHTTPServer {
                $0.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
                $0.hang()
            }
            // What a terminal is like that nobody has touched.
            let idle = try ChildProcess("sleep", ["60"], wiring: .terminal(outputToo: false))
            let before = try #require(idle.terminalSettings())
            await idle.stop()
            let player = try RadioSpiralProcess(
                ["play", station.url(), "--output", "null"], environment: ["TERM": "xterm"],
                wiring: .terminal(outputToo: false))
            try await poll("the player to read keys") { player.child.terminalSettings() == before ? nil : true }
            player.send(signal: signal)
            #expect(try await player.exitStatus(within: .seconds(10)) == 128 + signal)
            #expect(player.child.terminalSettings() == before)
        }
    }
}
