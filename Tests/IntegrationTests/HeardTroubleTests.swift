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

        @Test(
            "when the sound server dies and comes again, the sound goes on where it broke off, or was moved to meanwhile",
            arguments: [(nil, 0), ("other", 2)])
        func soundServerRestarted(device: String?, secondsBack: Double) async throws {
            let stage = try await HeardStage(moreSinks: ["other"])
            let first = device == nil ? stage.recorder : try await stage.sound.recorder(of: device)
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(stage.code()), to: "/code", of: server, primedFor: 1.5)
            let player = try stage.play(
                ["code": server.url(of: "/code")], ["--json"] + (device.map { ["--device", $0] } ?? []))
            try await player.wait(forState: "playing")
            try await first.record(.seconds(3))
            let seen = player.events.count
            await stage.sound.stop()
            let silent = try await player.wait(for: "state", skipping: seen)
            #expect(silent.text("state") == "reconnecting" && silent["audible"] as? Bool == false)
            #expect(silent.text("reason")?.contains("sound server") == true)
            let control = try await stage.control(of: player)
            if secondsBack > 0 { #expect(try control.ask("back", ["duration": secondsBack]).isDone) }
            #expect(try control.ask("status").event.text("state") == "reconnecting")
            // The device that was asked for does not come again.
            try await stage.sound.startAgain()
            let second = try await stage.sound.recorder()
            let back = try await player.wait(forState: "playing", skipping: seen)
            try await second.record(.seconds(2))
            let before = code.analyse(first.left(), rate: PulseRecorder.sampleRate)
            let after = code.analyse(second.left(), rate: PulseRecorder.sampleRate)
            try #require(before.isUnbroken && after.isUnbroken, "\(before) \(after)")
            let moment = second.moment(of: Int(after.stretches[0].heard.lowerBound * Double(PulseRecorder.sampleRate)))
            let played = milliseconds(from: try #require(player.moment(of: back)), to: moment) / 1000
            let expected = before.stretches[0].codeEnd - secondsBack + played
            let shift = (after.stretches[0].code - expected).remainder(dividingBy: TimeCode.period)
            #expect(abs(shift) < 0.5, "goes on \(shift) s off: \(before) \(after)")
            let told = player.events.dropFirst(seen).filter { ["warning", "error"].contains($0.name) }
            #expect(told.map { $0.text("code") } == ["sound-server-lost"], "\(told)")
            Ended(player, status: try await player.quit()).check(status: 0, reason: "signal")
            await source.stop()
        }

        @Test("when the sink that was asked for goes away, the sound follows to the default one")
        func sinkUnloaded() async throws {
            let stage = try await HeardStage(moreSinks: ["other"])
            let other = try await stage.sound.recorder(of: "other")
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(stage.code()), to: "/code", of: server, primedFor: 1.5)
            let player = try stage.play(["code": server.url(of: "/code")], ["--json", "--device", "other"])
            try await player.wait(forState: "playing")
            try await other.record(.seconds(2))
            let seen = player.events.count
            // What is recorded later is the default sink's: the recorder is moved there too.
            let recorded = other.left()
            try await stage.sound.unload(sink: "other")
            try await stage.recorder.record(.seconds(4))
            let before = code.analyse(recorded, rate: PulseRecorder.sampleRate)
            let after = code.analyse(stage.recorder.left(), rate: PulseRecorder.sampleRate)
            try #require(before.isUnbroken && after.isUnbroken, "\(before) \(after)")
            let gap = after.stretches[0].code - before.stretches[0].codeEnd
            #expect(abs(gap) < 0.5, "\(gap) s between the sinks")
            let told = player.events.dropFirst(seen).filter { ["warning", "error", "state"].contains($0.name) }
            #expect(told.isEmpty, "\(told)")
            Ended(player, status: try await player.quit()).check(status: 0, reason: "signal")
            await source.stop()
        }

        @Test(
            "where a stream stands still for longer than the reserve lasts, it fades out, and goes on with the next frame"
        )
        func starving() async throws {
            let stage = try await HeardStage()
            let bytes = try await ChildProcess.run(
                "ffmpeg",
                ["-nostdin", "-loglevel", "error", "-t", "12", "-i", stage.code()] + FFmpegSource.encoding(.mp3) + ["-"]
            )
            // The first connection stands still; the next one begins with what was sent, and has more after a while.
            let server = try RawHTTPServer { exchange in
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: Code\r\n\r\n")
                exchange.send(Array(bytes.prefix(48_000)))
                guard exchange.number > 0 else { return exchange.hang() }
                usleep(2_000_000)
                exchange.send(Array(bytes.dropFirst(48_000)))
                exchange.hang()
            }
            let start = stage.recorder.frameCount
            let player = try stage.play(["code": server.url()])
            try await player.wait(forState: "playing")
            let seen = player.events.count
            try await player.wait(for: "state") {
                $0.text("state") == "reconnecting" && $0["audible"] as? Bool == false
            }
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
