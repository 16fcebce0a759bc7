import Foundation
import TestKit
import Testing

extension OnRealParts {
    /// What is heard when the built command plays a station.
    @Suite struct PlayingTests {
        private let rate = PulseRecorder.sampleRate

        @Test(
            "a station is heard once, in order, without a gap and without a click",
            arguments: [FFmpegSource.Codec.mp3, .aac, .vorbis, .opus, .flac])
        func unbroken(codec: FFmpegSource.Codec) async throws {
            let station = try await CodeStation(codec: codec)
            let recorder = try await station.sound.recorder()
            let player = try station.player()
            try await player.wait(forState: "playing")
            try await recorder.record(.seconds(8))
            #expect(try await player.quit() == 0)
            try await recorder.record(.milliseconds(300))
            let heard = recorder.left()
            let analysis = TimeCode().analyse(heard, rate: rate)
            #expect(analysis.isUnbroken, "\(analysis)")
            let step = TimeCode.largestStep(heard)
            #expect(step.step <= TimeCode().largestStepOfSignal(rate: rate) * 1.05, "\(step)")
        }

        @Test("a signal ends it within a second, by a fade, with nothing left behind")
        func signal() async throws {
            let station = try await CodeStation()
            let player = try station.player()
            try await player.wait(forState: "playing")
            player.send(signal: SIGTERM)
            #expect(try await player.exitStatus(within: .seconds(1)) == 0)
            let bye = try #require(player.events.last)
            #expect(bye.name == "bye" && bye.text("reason") == "signal")
            #expect(bye["leaks"] as? [String: Int] == ["timers": 0, "listeners": 0])
        }

        @Test("a pause is silence, and what is heard then is the very next of the code")
        func pause() async throws {
            let station = try await CodeStation()
            let recorder = try await station.sound.recorder()
            let player = try station.player()
            try await player.wait(forState: "playing")
            try await recorder.record(.seconds(2))
            try await player.control("pause")
            try await player.wait(forState: "paused")
            try await recorder.record(.seconds(3))
            try await player.control("resume")
            try await recorder.record(.seconds(2))
            try await player.quit()
            let analysis = TimeCode().analyse(recorder.left(), rate: rate)
            try #require(analysis.breaks.count == 1, "\(analysis)")
            #expect(abs(analysis.breaks[0].missing) < 25, "\(analysis)")
            #expect(analysis.breaks[0].silence > 2800)
        }

        @Test("a title is told when its sound is heard")
        func titles() async throws {
            let station = try await CodeStation()
            let player = try station.player()
            try await player.wait(forState: "playing")
            try station.server.updateTitle("Nobody - Nothing", of: "/code")
            let event = try await player.wait(for: "nowplaying") { $0.text("title") == "Nothing" }
            #expect(event.text("artist") == "Nobody")
            #expect(event.text("source") == "icy")
            #expect(try await player.quit() == 0)
        }

        @Test("after a switch only the new station is heard, and soon")
        func switchStation() async throws {
            let station = try await CodeStation(mounts: 2)
            let recorder = try await station.sound.recorder()
            let player = try station.player()
            try await player.wait(forState: "playing")
            try await recorder.record(.seconds(2))
            try await player.control("switch", "other")
            try await recorder.record(.seconds(3))
            try await player.quit()
            let heard = recorder.left()
            let old = TimeCode().analyse(heard, rate: rate)
            let new = TimeCode(voice: 1).analyse(heard, rate: rate)
            try #require(old.stretches.count == 1 && new.stretches.count == 1, "\(old) \(new)")
            let pause = new.stretches[0].heard.lowerBound - old.stretches[0].heard.upperBound
            #expect(pause > -0.05 && pause < 0.5, "\(old) \(new)")
        }
    }
}

extension RadioSpiralProcess {
    /// Runs `radiospiral ctl` on this player and returns what it prints.
    @discardableResult
    func control(_ words: String...) async throws -> String {
        let bytes = try await ChildProcess.run(
            Self.path, ["ctl"] + words + ["--instance", "test"],
            environment: ["XDG_RUNTIME_DIR": home, "HOME": home])
        return String(decoding: bytes, as: UTF8.self)
    }
}
