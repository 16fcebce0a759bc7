import Foundation
import TestKit
import Testing

extension OnRealParts {
    /// What is remembered, what is never told, and the program in the README.
    @Suite struct ContractMemoryTests {
        @Test("the last station and volume are taken up by the next run")
        func memory() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let directory = try PrivateDirectory()
            let list = try directory.writeStations(["one": server.url(), "two": server.url()])
            let state = directory.path(of: "state")
            func run(_ more: [String]) async throws -> RadioSpiralProcess {
                let player = try RadioSpiralProcess(
                    ["play", "--json", "--stations", list] + more, environment: ["XDG_STATE_HOME": state])
                try await player.wait(forState: "playing")
                return player
            }
            let first = try await run(["--output", "null", "two"])
            #expect(try await first.ctl("volume", "41").status == 0)
            #expect(try await first.quit() == 0)
            let second = try await run(["--output", "null"])
            #expect(second.events.first { $0.name == "station" }?.text("id") == "two")
            let status = PlayerEvent(line: try await second.ctl("status", "--json").output)
            #expect(status.number("volume") == 41)
            #expect(try await second.quit() == 0)
            // A file is made at full volume, and changes nothing of what a listener is used to.
            let file = try await run(["--output", "wav:\(directory.path(of: "out.wav"))", "one"])
            let full = PlayerEvent(line: try await file.ctl("status", "--json").output)
            #expect(full.number("volume") == 100)
            #expect(try await file.quit() == 0)
            let kept = PlayerEvent(line: try String(contentsOfFile: state + "/radiospiral/state.json", encoding: .utf8))
            #expect(kept.text("station") == "two")
            #expect(kept.number("volume") == 41)
        }

        @Test("credentials in a URL open the stream, and are shown nowhere")
        func credentials() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let login = Data("listener:se:cret pass".utf8).base64EncodedString()
            let server = try RawHTTPServer { exchange in
                guard exchange.request.contains("Authorization: Basic \(login)\r\n") else {
                    exchange.send("HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n")
                    return
                }
                exchange.broadcast(bytes)
            }
            let url = "http://listener:se%3Acret%20pass@127.0.0.1:\(server.port)/drone?token=tok-SECRET"
            let player = try RadioSpiralProcess(["play", "--json", "--log", "debug", "--output", "null", url])
            try await player.wait(for: "stream")
            let status = try await player.ctl("status", "--json")
            #expect(try await player.quit() == 0)
            let all = player.child.output.text + player.child.error.text + status.output
            for secret in ["cret", "tok-SECRET", login] { #expect(!all.contains(secret), "\(secret)") }
            // Refused with the same, the sentence hides them too.
            let refused = try await Ended.play([
                "--log", "debug", "--output", "null", url.replacingOccurrences(of: "listener", with: "stranger"),
            ])
            refused.check(status: 77, reason: "refused")
            for secret in ["cret", "tok-SECRET"] { #expect(!"\(refused.events)\(refused.error)".contains(secret)) }
        }

        @Test("the program of ten lines plays a station")
        func tenLines() async throws {
            let directory = try PrivateDirectory()
            let file = directory.path(of: "code.wav")
            try TimeCode().writePeriod(to: file)
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(file), to: "/code", of: server, primedFor: 2)
            let sound = try await PulseServer()
            let recorder = try await sound.recorder()
            let program = (RadioSpiralProcess.path as NSString).deletingLastPathComponent + "/TenLinePlayer"
            let player = try ChildProcess(program, [server.url(of: "/code")], environment: sound.environment)
            try await poll("two seconds of sound") {
                let heard = recorder.left(from: max(0, recorder.frameCount - 48000))
                return heard.count { abs($0) > 0.01 } > 24000 ? true : nil
            }
            #expect(player.hasEnded() == nil)
            await player.stop(signal: SIGKILL)
            await source.stop()
        }
    }
}
