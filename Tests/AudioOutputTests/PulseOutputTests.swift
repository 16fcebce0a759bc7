import Glibc
import RadioCore
import Rings
import Synchronization
import TestKit
import Testing

@testable import AudioOutput

/// Plays to a real server and listens to the monitor of its null sink.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct PulseOutputTests {
    private static let rate = 48_000
    private let server: PulseServer
    private let ledger = Ledger()

    init() async throws {
        server = try await PulseServer(moreSinks: ["other"])
        // What libpulse reads in this process; the suite is serialized.
        for (name, value) in server.environment {
            // Safe: the strings are copied; no other test of this process reads these variables.
            _ = unsafe value.isEmpty ? unsetenv(name) : setenv(name, value, 1)
        }
    }

    /// An open output, closed again in every case.
    private func withOutput(
        volume: Volume = Volume(percent: 100), device: String? = nil,
        _ body: (PulseOutput, AudioFormat?) async throws -> Void
    ) async throws {
        let output = PulseOutput(device: device, volume: volume, ledger: ledger)
        let format = try await output.open()
        let outcome: (any Error)?
        do {
            try await body(output, format)
            outcome = nil
        } catch {
            outcome = error
        }
        await output.close()
        #expect(ledger.totals(of: .timer).live == 0 && ledger.totals(of: .listener).live == 0)
        if let outcome { throw outcome }
    }

    /// Waits for the first event that `isIt`, and returns what came until then, it included.
    @discardableResult
    private func wait(
        for events: inout AsyncStream<OutputEvent>.Iterator, until isIt: (OutputEvent) -> Bool
    ) async -> [OutputEvent] {
        var seen: [OutputEvent] = []
        while let event = await events.next(isolation: #isolation) {
            seen.append(event)
            if isIt(event) { break }
        }
        return seen
    }

    @Test func `reports the sink's own format`() async throws {
        try await withOutput { _, format in
            #expect(format == AudioFormat(sampleRate: 48_000, channels: 2))
        }
    }

    @Test func `plays every frame once and in order, and says when the first is heard`() async throws {
        try await withOutput { output, _ in
            let recorder = try await server.recorder()
            let test = TestSource.coded()
            test.write(48_000 * 2)
            test.finish()
            let start = recorder.frameCount
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            let seen = await wait(for: &events) { $0 == .finished(sourceID: 1) }
            #expect(seen == [.started(sourceID: 1), .finished(sourceID: 1)])
            try await Task.sleep(for: .milliseconds(200))
            let heard = HeardFrames(left: recorder.left(from: start), right: recorder.right(from: start))
            #expect(heard.runs.count == 1 && heard.largestStep < 0.002)
            let run = try #require(heard.runs.first)
            #expect(run.first < 40 && run.last > 96_000 - 40)
        }
    }

    @Test func `a pause is heard at once and the resume goes on at its frame`() async throws {
        try await withOutput { output, _ in
            let recorder = try await server.recorder()
            let test = TestSource.coded()
            test.write(48_000 * 5)
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .started(sourceID: 1) }
            try await Task.sleep(for: .milliseconds(700))
            let start = recorder.frameCount
            output.pause()
            var pausedAt = -1
            await wait(for: &events) {
                if case .paused(_, let frame) = $0 { pausedAt = frame }
                return pausedAt >= 0
            }
            try await Task.sleep(for: .milliseconds(400))
            let out = HeardFrames(left: recorder.left(from: start), right: recorder.right(from: start))
            let end = try #require(out.lastSound)
            #expect(end < Self.rate * 60 / 1000, "silent after \(end * 1000 / Self.rate) ms")
            #expect(out.largestStep < 0.002 && out.runs.count == 1)
            #expect(output.playhead()?.frame == pausedAt && output.playhead()?.isRunning == false)

            let again = recorder.frameCount
            output.resume()
            await wait(for: &events) { $0 == .resumed(sourceID: 1) }
            try await Task.sleep(for: .milliseconds(500))
            let back = HeardFrames(left: recorder.left(from: again), right: recorder.right(from: again))
            #expect(back.largestStep < 0.002 && back.runs.count == 1)
            let first = try #require(back.runs.first)
            #expect(abs(first.first - pausedAt) < 40)
        }
    }

    @Test func `a switch fades out, and the new source fades in without a click`() async throws {
        try await withOutput { output, _ in
            let recorder = try await server.recorder()
            let (old, new) = (TestSource.coded(id: 1), TestSource.coded(id: 2, from: 500_000))
            old.write(48_000 * 5)
            output.play(old.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .started(sourceID: 1) }
            try await Task.sleep(for: .milliseconds(500))
            let start = recorder.frameCount
            output.play(new.source, from: 0, minimumFrames: 9600)
            try await Task.sleep(for: .milliseconds(200))
            new.write(48_000 * 2)
            output.wake()
            await wait(for: &events) { $0 == .started(sourceID: 2) }
            try await Task.sleep(for: .milliseconds(400))
            let heard = HeardFrames(left: recorder.left(from: start), right: recorder.right(from: start))
            #expect(heard.largestStep < 0.002)
            #expect(heard.runs.count == 2 && heard.runs.map { $0.first >= 500_000 } == [false, true])
        }
    }

    @Test func `starving fades out and going on repeats and loses nothing`() async throws {
        try await withOutput { output, _ in
            let recorder = try await server.recorder()
            let test = TestSource.coded()
            test.write(48_000)
            let start = recorder.frameCount
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .starved(sourceID: 1) }
            test.write(48_000)
            output.resumeAfterStarving(minimumFrames: 24_000)
            await wait(for: &events) { $0 == .resumed(sourceID: 1) }
            try await Task.sleep(for: .milliseconds(400))
            let heard = HeardFrames(left: recorder.left(from: start), right: recorder.right(from: start))
            #expect(heard.largestStep < 0.002 && heard.runs.count == 2)
            #expect(heard.runs.count == 2 && abs(heard.runs[1].first - heard.runs[0].last) < 60)
        }
    }

    @Test func `muting and volume do not click, and a mixer shows them`() async throws {
        try await withOutput { output, _ in
            let recorder = try await server.recorder()
            let test = TestSource.coded()
            test.write(48_000 * 5)
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .started(sourceID: 1) }
            try await Task.sleep(for: .milliseconds(300))
            let start = recorder.frameCount
            output.setVolume(Volume(percent: 100, isMuted: true))
            try await Task.sleep(for: .milliseconds(300))
            #expect(try await server.control("list", "sink-inputs").contains("Mute: yes"))
            output.setVolume(Volume(percent: 100))
            try await Task.sleep(for: .milliseconds(300))
            let muted = HeardFrames(left: recorder.left(from: start), right: recorder.right(from: start))
            #expect(muted.largestStep < 0.002)
            #expect(muted.runs.count == 2 && muted.runs[1].first > muted.runs[0].last)

            let before = recorder.frameCount
            output.setVolume(Volume(percent: 90))
            try await Task.sleep(for: .milliseconds(300))
            #expect(try await server.control("list", "sink-inputs").contains("90%"))
            let softer = HeardFrames(left: recorder.left(from: before), right: recorder.right(from: before))
            #expect(softer.largestStep < 0.025)
            #expect(abs((softer.frames.last?.gain ?? 0) - 0.729) < 0.01)
        }
    }

    @Test func `tells what others do to the volume`() async throws {
        try await withOutput(volume: Volume(percent: 50)) { output, _ in
            var events = output.events.makeAsyncIterator()
            let inputs = try await server.control("list", "short", "sink-inputs")
            let index = String(inputs.prefix { $0 != "\t" })
            try await server.control("set-sink-input-volume", index, "30%")
            #expect(await events.next(isolation: #isolation) == .volume(Volume(percent: 30)))
            try await server.control("set-sink-input-mute", index, "1")
            #expect(await events.next(isolation: #isolation) == .volume(Volume(percent: 30, isMuted: true)))
        }
    }

    @Test func `closing fades out what plays`() async throws {
        try await withOutput { output, _ in
            let recorder = try await server.recorder()
            let test = TestSource.coded()
            test.write(48_000 * 5)
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .started(sourceID: 1) }
            try await Task.sleep(for: .milliseconds(300))
            let start = recorder.frameCount
            await output.close()
            try await Task.sleep(for: .milliseconds(300))
            let heard = HeardFrames(left: recorder.left(from: start), right: recorder.right(from: start))
            #expect(heard.largestStep < 0.002 && heard.lastSound ?? 0 < Self.rate / 10)
            #expect(ledger.totals(of: .timer).live == 0 && ledger.totals(of: .listener).live == 0)
        }
    }

    @Test func `names the devices there are`() async {
        let output = PulseOutput(device: "nowhere", volume: Volume(percent: 100), ledger: ledger)
        await #expect(
            throws: OutputError(.noSuchDevice(known: ["ear", "other"]), subject: "nowhere", words: "no such sink")
        ) {
            try await output.open()
        }
    }

    @Test func `a server that goes away is told, and where the ear was stays known`() async throws {
        try await withOutput { output, _ in
            let recorder = try await server.recorder()
            let test = TestSource.coded()
            test.write(48_000 * 4)
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .started(sourceID: 1) }
            try await Task.sleep(for: .milliseconds(300))
            await recorder.stop()
            await server.stop()
            let seen = await wait(for: &events) { if case .lost = $0 { true } else { false } }
            #expect(seen.count == 1)
            let head = output.playhead()
            #expect(head?.sourceID == 1 && head?.isRunning == false)
            let frame = head?.frame ?? 0
            #expect(frame > 0 && frame < 48_000 * 3)
        }
    }

    @Test func `a server that answers no more counts as lost after five seconds`() async throws {
        try await withOutput { output, _ in
            let test = TestSource.coded()
            test.write(48_000 * 5)
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .started(sourceID: 1) }
            let start = SuspendingClock.now
            server.freeze()
            let seen = await wait(for: &events) { if case .lost = $0 { true } else { false } }
            #expect(seen == [.lost(OutputError(.lost, subject: "sound server", words: "it does not answer"))])
            #expect(SuspendingClock.now - start < .seconds(8))
        }
    }

    @Test func `a mixer is told what plays and who plays it`() async throws {
        try await withOutput { output, _ in
            output.setTitle("Nobody - Nothing")
            let test = TestSource.coded()
            test.write(48_000)
            output.play(test.source, from: 0, minimumFrames: 4800)
            var events = output.events.makeAsyncIterator()
            await wait(for: &events) { $0 == .started(sourceID: 1) }
            let listed = try await server.control("list", "sink-inputs")
            for property in [
                #"media.role = "music""#, #"application.name = "RadioSpiral""#,
                #"application.icon_name = "multimedia-player""#, #"media.title = "Nobody - Nothing""#,
                #"media.name = "Nobody - Nothing""#,
            ] { #expect(listed.contains(property), "\(listed)") }
        }
    }

    @Test func `without a server there is a sentence`() async {
        await server.stop()
        let output = PulseOutput(device: nil, volume: Volume(percent: 100), ledger: ledger)
        await #expect { try await output.open() } throws: { ($0 as? OutputError)?.kind == .noServer }
    }
}
