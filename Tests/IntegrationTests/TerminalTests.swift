import Glibc
import TestKit
import Testing

extension OnRealParts {
    /// Keys and signals on a terminal, which is as it was before in every case.
    @Suite struct TerminalTests {
        /// A player on a terminal of its own, whose station answers and then sends nothing.
        private struct Listening {
            let station: RawHTTPServer
            let player: RadioSpiralProcess
            let before: TerminalSettings

            init() async throws {
                station = try RawHTTPServer {
                    $0.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
                    $0.hang()
                }
                // What a terminal is like that nobody has touched.
                let idle = try ChildProcess("sleep", ["60"], wiring: .terminal(outputToo: true))
                before = try #require(idle.terminalSettings())
                await idle.stop()
                player = try RadioSpiralProcess(
                    ["play", station.url(), "--output", "null", "--instance", "terminal"],
                    environment: ["TERM": "xterm"], wiring: .terminal(outputToo: true))
                try await waitUntilKeysAreRead()
            }

            func waitUntilKeysAreRead() async throws {
                try await poll("the player to read keys") { settings == before ? nil : true }
            }

            func waitUntilGivenBack() async throws {
                try await poll("the terminal to be given back") { settings == before ? true : nil }
            }

            var settings: TerminalSettings? { player.child.terminalSettings() }

            func waitForText(_ text: String) async throws {
                try await poll("\(text) on the terminal") { player.child.error.text.contains(text) ? true : nil }
            }
        }

        @Test("q ends it, and the terminal is as before")
        func quitting() async throws {
            let listening = try await Listening()
            listening.player.child.type("q")
            #expect(try await listening.player.exitStatus(within: .seconds(3)) == 0)
            #expect(listening.settings == listening.before)
        }

        @Test("Ctrl-C is SIGINT, and ends it")
        func interrupting() async throws {
            let listening = try await Listening()
            listening.player.child.type("\u{03}")
            #expect(try await listening.player.exitStatus(within: .seconds(3)) == 0)
            #expect(listening.settings == listening.before)
        }

        @Test("a signal that ends it leaves the terminal as before", arguments: [SIGTERM, SIGHUP, SIGINT])
        func ending(by signal: Int32) async throws {
            let listening = try await Listening()
            listening.player.send(signal: signal)
            #expect(try await listening.player.exitStatus(within: .seconds(3)) == 0)
            #expect(listening.settings == listening.before)
        }

        @Test(
            "a crash leaves the terminal as before, and is still that crash",
            arguments: [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT, SIGUSR1])
        func crashing(by signal: Int32) async throws {
            let listening = try await Listening()
            listening.player.send(signal: signal)
            #expect(try await listening.player.exitStatus(within: .seconds(10)) == 128 + signal)
            #expect(listening.settings == listening.before)
        }

        @Test("keys are shown to do what they do, and unbound ones nothing")
        func keys() async throws {
            let listening = try await Listening()
            listening.player.child.type("z?")
            try await listening.waitForText("pause and resume")
            listening.player.child.type("9")
            listening.player.child.type("q")
            #expect(try await listening.player.exitStatus(within: .seconds(3)) == 0)
        }

        @Test("with --no-keys the terminal is left alone")
        func noKeys() async throws {
            let player = try RadioSpiralProcess(
                ["play", "http://127.0.0.1:9/", "--output", "null", "--no-keys", "--give-up", "never"],
                environment: ["TERM": "xterm"], wiring: .terminal(outputToo: true))
            let before = player.child.terminalSettings()
            try await poll("a status line") { player.child.error.text.contains("connecting") ? true : nil }
            #expect(player.child.terminalSettings() == before)
            #expect(try await player.quit() == 0)
        }

        @Test("SIGTSTP gives the terminal back, SIGCONT takes it again")
        func stopping() async throws {
            // A shell between them, as a process group without one cannot be stopped by the terminal.
            let command = RadioSpiralProcess.path + " play http://127.0.0.1:9/ --output null --give-up never"
            let shell = try ChildProcess(
                "bash", ["--norc", "--noediting", "-i"], environment: ["TERM": "xterm"],
                wiring: .terminal(outputToo: true))
            let before = try #require(shell.terminalSettings())
            func wait(_ what: String, _ isSo: () -> Bool) async throws {
                try await poll(what) { isSo() ? true : nil }
            }
            shell.type(command + "\n")
            try await wait("keys to be read") { shell.terminalSettings() != before }
            shell.type("\u{1A}")
            try await wait("the shell to have the terminal") { shell.error.text.contains("Stopped") }
            #expect(shell.terminalSettings() == before)
            shell.type("fg\n")
            try await wait("keys to be read again") { shell.terminalSettings() != before }
            shell.type("q")
            try await wait("the terminal to be given back") { shell.terminalSettings() == before }
            shell.type("exit 7\n")
            #expect(try await shell.waitForEnd() == .exited(7))
        }
    }
}
