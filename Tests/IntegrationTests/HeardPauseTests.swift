import TestKit
import Testing

extension OnRealParts {
    /// A pause is a pause: at once, silent, and over at the very frame where it began.
    @Suite struct HeardPauseTests {
        private let code = TimeCode()

        @Test("a pause is silent within 60 ms and goes on where its fade began, however much was sent meanwhile")
        func pauseAndResume() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            // At this rate more than Icecast would hold for a listener is sent in less than two seconds.
            let source = try await FFmpegSource(
                .file(stage.code()), to: "/code", of: server, kilobits: 320, primedFor: 1.5)
            let player = try stage.play(["code": server.url(of: "/code")])
            let control = try await stage.control(of: player)
            try await player.wait(forState: "playing")
            try await stage.recorder.record(.seconds(1))
            var delays: [Double] = []
            for pause in [Duration.seconds(4), .milliseconds(300), .milliseconds(300)] {
                delays.append(try await judgePause(of: pause, stage, player, control))
            }
            #expect(delays.min() ?? .infinity < 60, "the fades began \(delays) ms after the commands")
            #expect(try await player.quit() == 0)
            await source.stop()
        }

        /// Pauses, resumes, judges what was heard, and returns how long the command took to be heard.
        private func judgePause(
            of length: Duration, _ stage: HeardStage, _ player: RadioSpiralProcess, _ control: PlayerControl
        ) async throws -> Double {
            let (recorder, seen) = (stage.recorder, player.events.count)
            let start = recorder.frameCount
            try await recorder.record(.milliseconds(700))
            let paused = try control.ask("pause")
            try await player.wait(forState: "paused", skipping: seen)
            try await recorder.record(length)
            #expect(try control.ask("resume").isDone)
            try await player.wait(forState: "playing", skipping: seen)
            try await recorder.record(.milliseconds(900))
            let heard = recorder.heard(from: start)
            try #require(heard.spans.count == 2, "\(heard.spans)")
            #expect(heard.hardestEdge < softEdge && heard.largestStep.step < largestCodedStep())
            let analysis = code.analyse(heard.samples, rate: PulseRecorder.sampleRate)
            try #require(analysis.stretches.count == 2, "\(analysis)")
            // What faded out is what fades in: the code says so roughly, the samples exactly.
            #expect(abs(analysis.breaks[0].missing + 20) < 25, "\(analysis)")
            #expect(seam(of: heard) < 0.00001)
            let fade = heard.spans[0].upperBound - PulseRecorder.sampleRate / 50
            return milliseconds(from: paused.asked, to: recorder.moment(of: fade))
        }

        /// How much the end of the first sound and the beginning of the second, one fading out and the other in, differ
        /// from being the same frames.
        ///
        /// Not one may be missing. The first frame of a fade-in is a zero, and the last of a fade-out may be one.
        private func seam(of heard: HeardSound) -> Float {
            (0...1).flatMap { last in (0...1).map { (last, $0) } }
                .map { difference(in: heard, lastZeros: $0, firstZeros: $1) }.min() ?? 1
        }

        private func difference(in heard: HeardSound, lastZeros: Int, firstZeros: Int) -> Float {
            let length = PulseRecorder.sampleRate / 50
            let out = heard.spans[0].upperBound + lastZeros - length - heard.start
            let into = heard.spans[1].lowerBound - firstZeros - heard.start
            var largest: Float = 0
            for frame in firstZeros..<length {
                let part = Float(frame) / Float(length)
                let difference = heard.samples[out + frame] * part - heard.samples[into + frame] * (1 - part)
                largest = max(largest, abs(difference))
            }
            return largest
        }
    }
}
