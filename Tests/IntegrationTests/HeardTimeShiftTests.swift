import TestKit
import Testing

extension OnRealParts {
    /// Back, forward and live in what is held, as it is heard.
    @Suite struct HeardTimeShiftTests {
        private let code = TimeCode()

        @Test("keys and commands go 10 s back and forth, and back to the newest, without a click")
        func moving() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(stage.code()), to: "/code", of: server, primedFor: 4)
            let player = try stage.play(["code": server.url(of: "/code")], wiring: .terminal(outputToo: false))
            let control = try await stage.control(of: player)
            try await player.wait(forState: "playing")
            try await stage.recorder.record(.seconds(10))
            let start = stage.recorder.frameCount
            try await stage.recorder.record(.seconds(1))
            let moves: [(key: String, jump: Double)] = [
                ("\u{1b}[D", -10), ("\u{1b}[C", 10), ("\u{1b}[D", -10), ("l", 10),
            ]
            for (key, _) in moves {
                player.child.type(key)
                try await stage.recorder.record(.milliseconds(1500))
            }
            #expect(try control.ask("back", ["duration": "5s"]).isDone)
            try await stage.recorder.record(.milliseconds(1500))
            #expect(try control.ask("live").isDone)
            try await stage.recorder.record(.milliseconds(1500))
            let heard = stage.recorder.heard(from: start)
            #expect(heard.hardestEdge < softEdge && heard.largestStep.step < largestCodedStep())
            let jumps = jumps(in: code.analyse(heard.samples, rate: PulseRecorder.sampleRate))
            let expected = moves.map(\.jump) + [-5, 5]
            try #require(jumps.count == expected.count, "\(jumps)")
            for (place, jump) in jumps.enumerated() {
                // Bytes come by the second: live is the newest that has come.
                let isLive = place == 3 || place == 5
                #expect(abs(jump - expected[place]) < (isLive ? 1.2 : 0.3), "\(jumps)")
            }
            #expect(try await player.quit() == 0)
            await source.stop()
        }

        /// How far the code jumped at each break, in seconds, if the time that the break took had gone on.
        private func jumps(in analysis: TimeCode.Analysis) -> [Double] {
            analysis.breaks.map { $0.missing / 1000 }.filter { abs($0) > 1 }
        }
    }
}
