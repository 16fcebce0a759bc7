import Foundation
import Glibc
import RadioCore
import Rings
import TestKit
import Testing

@testable import AudioOutput

/// What the thread of a paced output does, step by step on a clock that the tests turn.
struct PacedEngineTests {
    private let clock = ManualClock()
    private let ledger = Ledger()
    private let shared = OutputShared()
    private let file = FileManager.default.temporaryDirectory.appending(path: "paced-\(UUID().uuidString)").path

    private func engine(_ kind: PacedEngine.Kind, volume: Int = 100) async throws -> (PacedEngine, AudioFormat?) {
        let engine = PacedEngine(kind, shared: shared, volume: Volume(percent: volume), clock: clock, ledger: ledger)
        let result = await withCheckedContinuation { continuation in
            shared.post(.open(continuation))
            engine.step()
        }
        return (engine, try result.get())
    }

    private func close(_ engine: PacedEngine) async {
        await withCheckedContinuation { continuation in
            shared.post(.close(continuation))
            engine.step()
        }
    }

    /// Asks for something, as of now.
    private func ask(_ engine: PacedEngine, _ command: OutputCommand) {
        shared.post(command)
        engine.step()
    }

    private func pass(_ engine: PacedEngine, milliseconds: Int) {
        clock.advance(by: .milliseconds(milliseconds))
        engine.step()
    }

    /// All events of an output that is closed.
    private func allEvents() async -> [OutputEvent] {
        var all: [OutputEvent] = []
        for await event in shared.events { all.append(event) }
        return all
    }

    private func written() throws -> [UInt8] {
        defer { try? FileManager.default.removeItem(atPath: file) }
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// 16-bit samples of the left channel.
    private func left(_ bytes: some Collection<UInt8>) -> [Int] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count - 3, by: 4).map {
            Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
        }
    }

    /// Frame n has the value n: exact in 16 bits.
    private func source(_ frames: Int) -> TestSource {
        let test = TestSource { Float($0 % 30_000) / 32_768 }
        test.write(frames)
        return test
    }

    @Test func `a WAV file holds exactly what the source gave, and a pause leaves no trace`() async throws {
        let (engine, format) = try await engine(.wav(file))
        #expect(format == nil)
        let test = source(20_000)
        test.finish()
        ask(engine, .play(test.source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 200)
        ask(engine, .pause)
        for _ in 0..<20 { pass(engine, milliseconds: 250) }
        ask(engine, .resume)
        for _ in 0..<4 { pass(engine, milliseconds: 250) }
        await close(engine)
        let bytes = try written()
        let header = WavHeader(sampleRate: 48_000, channels: 2, bytesPerSample: 2).bytes(dataBytes: 80_000)
        #expect(bytes.prefix(WavHeader.length) == header[...])
        #expect(left(bytes.dropFirst(WavHeader.length)) == Array(0..<20_000))
        let events = await allEvents()
        #expect(
            events == [
                .started(sourceID: 1), .paused(sourceID: 1, frame: 9600), .resumed(sourceID: 1), .finished(sourceID: 1),
            ])
    }

    @Test func `a WAV file can be read while it is written`() async throws {
        let (engine, _) = try await engine(.wav(file))
        ask(engine, .play(source(60_000).source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 1000)
        for _ in 0..<4 { pass(engine, milliseconds: 1000) }
        let bytes = try written()
        let header = WavHeader(sampleRate: 48_000, channels: 2, bytesPerSample: 2).bytes(dataBytes: 240_000)
        #expect(bytes.count == WavHeader.length + 240_000 && bytes.prefix(WavHeader.length) == header[...])
        await close(engine)
    }

    @Test func `a deeper source makes a 24-bit file`() async throws {
        let (engine, _) = try await engine(.wav(file))
        let test = TestSource(bitDepth: 24) { _ in 1 / 8_388_608 }
        test.write(100)
        test.finish()
        ask(engine, .play(test.source, from: 0, minimumFrames: 1))
        pass(engine, milliseconds: 100)
        await close(engine)
        let bytes = try written()
        #expect(bytes.dropFirst(WavHeader.length).prefix(6) == [1, 0, 0, 255, 255, 255])
        #expect(bytes.count == WavHeader.length + 600 && bytes[70] == 24)
    }

    @Test func `nothing is written faster than time passes, nor while it is dry`() async throws {
        let (engine, format) = try await engine(.pipe(file))
        #expect(format == AudioFormat(sampleRate: 48_000, channels: 2))
        let test = source(6000)
        ask(engine, .play(test.source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 100)
        #expect(try Data(contentsOf: URL(filePath: file)).count == 4800 * 4)
        pass(engine, milliseconds: 250)
        pass(engine, milliseconds: 5000)
        #expect(try Data(contentsOf: URL(filePath: file)).count == 6000 * 4)
        test.write(48_000)
        ask(engine, .resumeAfterStarving(minimumFrames: 1))
        pass(engine, milliseconds: 100)
        #expect(left(try written()) == Array(0..<10_800))
        await close(engine)
    }

    @Test func `stopping fades out over 40 ms`() async throws {
        let (engine, _) = try await engine(.pipe(file))
        let test = TestSource { _ in 0.5 }
        test.write(48_000)
        ask(engine, .play(test.source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 250)
        await close(engine)
        let samples = left(try written())
        #expect(samples.count == 12_000 + 1920 && samples.prefix(12_000).allSatisfy { $0 == 16_384 })
        let fade = samples.suffix(1920)
        #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 9 } && (fade.last ?? 99) <= 9)
    }

    @Test func `a switch fades the old source out and starts the new one when it is ready`() async throws {
        let (engine, _) = try await engine(.pipe(file))
        let (old, new) = (TestSource(id: 1) { _ in 0.5 }, TestSource(id: 2) { _ in 0.25 })
        old.write(48_000)
        ask(engine, .play(old.source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 100)
        ask(engine, .play(new.source, from: 0, minimumFrames: 4800))
        pass(engine, milliseconds: 100)
        new.write(9600)
        shared.feed()
        engine.step()
        pass(engine, milliseconds: 100)
        await close(engine)
        let samples = left(try written())
        #expect(samples.prefix(4800).allSatisfy { $0 == 16_384 })
        #expect(samples[6720] == 8192)
        #expect(samples.count == 2 * (4800 + 1920))
        let events = await allEvents()
        #expect(events.prefix(2) == [.started(sourceID: 1), .started(sourceID: 2)])
    }

    @Test func `the volume glides`() async throws {
        let (engine, _) = try await engine(.pipe(file))
        let test = TestSource { _ in 0.5 }
        test.write(48_000)
        ask(engine, .play(test.source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 100)
        ask(engine, .volume(Volume(percent: 50)))
        pass(engine, milliseconds: 100)
        let samples = left(try written())
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) <= 9 })
        #expect(samples.first == 16_384 && samples.last == 2048)
        await close(engine)
    }

    @Test func `the null output tells what is heard, in time`() async throws {
        let (engine, _) = try await engine(.null, volume: 70)
        let test = source(12_000)
        ask(engine, .play(test.source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 50)
        #expect(test.source.reader.oldest > 0)
        pass(engine, milliseconds: 250)
        #expect(shared.playhead(at: .now)?.frame == 12_000)
        test.write(12_000)
        ask(engine, .resumeAfterStarving(minimumFrames: 1))
        pass(engine, milliseconds: 50)
        #expect(shared.playhead(at: .now)?.frame == 14_399)
        await close(engine)
        #expect(await allEvents() == [.started(sourceID: 1), .starved(sourceID: 1), .resumed(sourceID: 1)])
    }

    @Test func `what a reader that went away has not taken, the next one gets, and then what follows`() async throws {
        #expect(unsafe mkfifo(file, 0o600) == 0)
        let first = unsafe Glibc.open(file, O_RDONLY | O_NONBLOCK)
        let (engine, _) = try await engine(.pipe(file))
        let test = source(2 * 48_000)
        ask(engine, .play(test.source, from: 0, minimumFrames: 1000))
        pass(engine, milliseconds: 250)
        let before = drain(first)
        Glibc.close(first)
        for _ in 0..<20 { pass(engine, milliseconds: 250) }
        let second = unsafe Glibc.open(file, O_RDONLY | O_NONBLOCK)
        var after: [UInt8] = []
        for _ in 0..<8 {
            pass(engine, milliseconds: 250)
            after += drain(second)
        }
        Glibc.close(second)
        await close(engine)
        let heard = left(before + after)
        #expect(heard == heard.indices.map { $0 % 30_000 } && left(after).count > 12_000)
        let events = await allEvents()
        #expect(events.count { if case .blocked = $0 { true } else { false } } == 1)
        #expect(events.contains(.unblocked))
        try FileManager.default.removeItem(atPath: file)
    }

    /// What lies in the pipe.
    private func drain(_ descriptor: Int32) -> [UInt8] {
        // Safe: the array is given with its own capacity, and the count is what was written.
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            unsafe count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}
