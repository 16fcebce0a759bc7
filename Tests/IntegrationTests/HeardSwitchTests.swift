import TestKit
import Testing

extension OnRealParts {
    /// Going from one station to another, as it is heard.
    @Suite struct HeardSwitchTests {
        private let old = TimeCode(voice: 0)
        private let new = TimeCode(voice: 1)

        @Test("a switch fades the old station out at the key and has the new one within half a second, never both")
        func switching() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            let first = try await FFmpegSource(.file(stage.code(voice: 0)), to: "/low", of: server)
            let second = try await FFmpegSource(
                .file(stage.code(voice: 1)), to: "/high", of: server, primedFor: 1.5)
            let player = try stage.play(["low": server.url(of: "/low"), "high": server.url(of: "/high")])
            let control = try await stage.control(of: player)
            try await player.wait(forState: "playing")
            var delays: [(fade: Double, sound: Double)] = []
            for station in ["high", "low", "high", "low"] {
                delays.append(try await judge(switchTo: station, stage, player, control))
            }
            // A busy machine may delay any one of them; what the player needs, the best one shows.
            #expect(delays.map(\.fade).min() ?? .infinity < 60, "\(delays)")
            #expect(delays.map(\.sound).min() ?? .infinity < 500, "\(delays)")
            let refusal = try control.ask("switch", ["station": "hihg"])
            #expect(!refusal.isDone && refusal.error?.contains("hihg") == true)
            #expect(try await player.quit() == 0)
            await first.stop()
            await second.stop()
        }

        /// Switches, judges what was heard, and returns after how many milliseconds the old station began to fade and
        /// the new one was heard.
        private func judge(
            switchTo station: String, _ stage: HeardStage, _ player: RadioSpiralProcess, _ control: PlayerControl
        ) async throws -> (fade: Double, sound: Double) {
            let (recorder, seen) = (stage.recorder, player.events.count)
            let start = recorder.frameCount
            try await recorder.record(.milliseconds(600))
            let answer = try control.ask("switch", ["station": station])
            #expect(answer.isDone)
            try await player.wait(forState: "playing", skipping: seen)
            try await recorder.record(.milliseconds(700))
            let heard = recorder.heard(from: start)
            #expect(heard.hardestEdge < softEdge && heard.largestStep.step < largestCodedStep(voice: 1))
            try #require(heard.spans.count == 2, "\(heard.spans)")
            let (from, to) = station == "high" ? (old, new) : (new, old)
            judge(heard.part(heard.spans[0]), is: from)
            judge(heard.part(heard.spans[1]), is: to)
            expectOrder(of: player.events.dropFirst(seen), station: station)
            let asked = recorder.frame(at: answer.asked)
            let fade = heard.spans[0].upperBound - PulseRecorder.sampleRate / 25
            let sound = heard.spans[1].lowerBound
            let perMillisecond = Double(PulseRecorder.sampleRate) / 1000
            return (Double(fade - asked) / perMillisecond, Double(sound - asked) / perMillisecond)
        }

        /// Expects that `heard` is one voice without a break; both together would be twice as loud.
        private func judge(_ heard: HeardSound, is voice: TimeCode) {
            let analysis = voice.analyse(heard.samples, rate: PulseRecorder.sampleRate)
            #expect(analysis.isUnbroken && heard.peak(heard.start..<heard.end) < 0.6, "\(analysis)")
        }

        private func expectOrder(of events: some Sequence<PlayerEvent>, station: String) {
            let told = events.filter { ["station", "state"].contains($0.name) }
                .map { $0.text("state") ?? "station \($0.text("id") ?? "")" }
            #expect(told == ["station \(station)", "connecting", "buffering", "playing"])
        }

        @Test("keys go from station to station: next, previous, by number; a number without a station does nothing")
        func keys() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            let file = try stage.code()
            let sources = [
                try await FFmpegSource(.file(file), to: "/one", of: server),
                try await FFmpegSource(.file(file), to: "/two", of: server),
                try await FFmpegSource(.file(file), to: "/three", of: server, primedFor: 1),
            ]
            let player = try stage.play(
                ["one": server.url(of: "/one"), "two": server.url(of: "/two"), "three": server.url(of: "/three")],
                wiring: .terminal(outputToo: false))
            try await player.wait(forState: "playing")
            for (key, station) in [
                ("n", "two"), ("p", "one"), ("p", "three"), ("n", "one"), ("2", "two"), ("9", "two"),
            ] {
                let seen = player.events.count
                player.child.type(key)
                guard key != "9" else { continue }
                try await player.wait(for: "station", skipping: seen) { $0.text("id") == station }
                try await player.wait(for: "state", skipping: seen) {
                    $0.text("state") == "playing" && $0.text("station") == station
                }
            }
            let seen = player.events.count
            player.child.type(" ")
            try await player.wait(forState: "paused", skipping: seen)
            player.child.type("q")
            #expect(try await player.exitStatus() == 0)
            #expect(player.events.dropFirst(seen).allSatisfy { $0.name != "station" })
            for source in sources { await source.stop() }
        }
    }
}
