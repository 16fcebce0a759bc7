import TestKit
import Testing

extension OnRealParts {
    /// Louder, softer, mute: heard at once, seen in any mixer, and without a click.
    @Suite struct HeardVolumeTests {
        @Test("volume and mute are heard within 60 ms, shown by the mixer, taken from it, and never click")
        func volume() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(stage.code()), to: "/code", of: server, primedFor: 1.5)
            let player = try stage.play(["code": server.url(of: "/code")])
            let control = try await stage.control(of: player)
            try await player.wait(forState: "playing")
            try await stage.recorder.record(.seconds(1))
            let start = stage.recorder.frameCount
            var delays: [Double] = []
            for _ in 0..<3 {
                delays.append(try await judgeChange(stage, control, "volume", ["volume": 50], below: 0.3))
                #expect(try await stage.sound.control("list", "sink-inputs").contains(" 50%"))
                try control.ask("volume", ["volume": 100])
                try await stage.recorder.record(.milliseconds(300))
            }
            #expect(delays.min() ?? .infinity < 60, "softer after \(delays) ms")
            delays = []
            for _ in 0..<3 {
                delays.append(try await judgeChange(stage, control, "mute", ["muted": true], below: 0.3))
                #expect(try await stage.sound.control("list", "sink-inputs").contains("Mute: yes"))
                try control.ask("mute", ["muted": false])
                try await stage.recorder.record(.milliseconds(300))
            }
            #expect(delays.min() ?? .infinity < 60, "mute after \(delays) ms")
            let heard = stage.recorder.heard(from: start)
            #expect(heard.largestStep.step < largestCodedStep(), "\(heard.largestStep)")
            #expect(heard.spans.count == 4 && heard.hardestEdge < softEdge, "\(heard.spans)")
            try await judgeMixer(stage, player)
            #expect(try await player.quit() == 0)
            await source.stop()
        }

        /// Asks for something softer, and returns how long until it was.
        private func judgeChange(
            _ stage: HeardStage, _ control: PlayerControl, _ command: String, _ fields: [String: any Sendable],
            below level: Float
        ) async throws -> Double {
            let start = stage.recorder.frameCount
            try await stage.recorder.record(.milliseconds(200))
            let asked = try control.ask(command, fields).asked
            try await stage.recorder.record(.milliseconds(500))
            let heard = stage.recorder.heard(from: start)
            let piece = PulseRecorder.sampleRate / 100
            let softer = stride(from: stage.recorder.frame(at: asked), to: heard.end - piece, by: piece)
                .first { heard.peak($0..<$0 + piece) < level }
            return milliseconds(from: asked, to: stage.recorder.moment(of: try #require(softer)))
        }

        /// Changes the volume as a mixer does.
        private func judgeMixer(_ stage: HeardStage, _ player: RadioSpiralProcess) async throws {
            let list = try await stage.sound.control("list", "short", "sink-inputs")
            let index = try #require(list.split(separator: "\t").first.map(String.init))
            let seen = player.events.count
            try await stage.sound.control("set-sink-input-volume", index, "40%")
            try await player.wait(for: "volume", skipping: seen) { $0.number("volume") == 40 }
            try await stage.sound.control("set-sink-input-mute", index, "1")
            try await player.wait(for: "volume", skipping: seen) { $0["muted"] as? Bool == true }
        }
    }
}
