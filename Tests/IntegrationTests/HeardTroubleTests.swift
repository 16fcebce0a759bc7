import Glibc
import TestKit
import Testing

extension OnRealParts {
    /// What is heard when the sink changes or the stream stands still.
    @Suite struct HeardTroubleTests {
        private let code = TimeCode()

        @Test("moved to another sink, the sound goes on there")
        func moved() async throws {
            let stage = try await HeardStage(moreSinks: ["other"])
            let other = try await stage.sound.recorder(of: "other")
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(stage.code()), to: "/code", of: server, primedFor: 1.5)
            let player = try stage.play(["code": server.url(of: "/code")])
            try await player.wait(forState: "playing")
            try await stage.recorder.record(.seconds(2))
            let list = try await stage.sound.control("list", "short", "sink-inputs")
            let index = try #require(list.split(separator: "\t").first.map(String.init))
            try await stage.sound.control("move-sink-input", index, "other")
            try await other.record(.seconds(4))
            let before = code.analyse(stage.recorder.left(), rate: PulseRecorder.sampleRate)
            let after = code.analyse(other.left(), rate: PulseRecorder.sampleRate)
            #expect(before.isUnbroken && after.isUnbroken, "\(before) \(after)")
            let end = try #require(before.stretches.last).codeEnd
            let gap = try #require(after.stretches.first).code - end
            #expect(abs(gap) < 0.1, "\(gap) s between the sinks")
            #expect(try await player.quit() == 0)
            await source.stop()
        }

        @Test("a stream that stands still fades out, and goes on with the next frame when bytes flow again")
        func starving() async throws {
            let stage = try await HeardStage()
            let bytes = try await ChildProcess.run(
                "ffmpeg",
                ["-nostdin", "-loglevel", "error", "-t", "12", "-i", stage.code()] + FFmpegSource.encoding(.mp3) + ["-"]
            )
            let server = try RawHTTPServer { exchange in
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: Code\r\n\r\n")
                exchange.send(Array(bytes.prefix(48_000)))
                usleep(6_000_000)
                exchange.send(Array(bytes.dropFirst(48_000)))
                exchange.hang()
            }
            let start = stage.recorder.frameCount
            let player = try stage.play(["code": server.url()])
            try await player.wait(forState: "playing")
            let seen = player.events.count
            try await player.wait(forState: "buffering", skipping: seen)
            try await player.wait(forState: "playing", skipping: seen)
            try await stage.recorder.record(.seconds(2))
            let heard = stage.recorder.heard(from: start)
            try #require(heard.spans.count == 2, "\(heard.spans)")
            #expect(heard.hardestEdge < softEdge && heard.largestStep.step < largestCodedStep())
            let analysis = code.analyse(heard.samples, rate: PulseRecorder.sampleRate)
            #expect(analysis.stretches.count == 2 && abs(analysis.breaks[0].missing) < 12, "\(analysis)")
            #expect(try await player.quit() == 0)
        }
    }
}
