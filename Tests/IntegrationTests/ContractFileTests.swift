import Foundation
import TestKit
import Testing

extension OnRealParts {
    /// Sound into files and pipes: exactly what was decoded, in time.
    @Suite struct ContractFileTests {
        private let directory: PrivateDirectory

        init() throws {
            directory = try PrivateDirectory()
        }

        @Test(
            "thirty seconds of a 48 kHz MP3 station are what ffmpeg decodes, sample for sample, and no faster than time"
        )
        func exactSamples() async throws {
            let bytes = try await KnownSound.mp3(seconds: 45)
            let expected = Samples(try await KnownSound.decoded(bytes, as: "s16le"))
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let file = directory.path(of: "out.wav")
            let player = try RadioSpiralProcess(["play", "--json", "--output", "wav:\(file)", server.url()])
            try await player.wait(forState: "playing")
            let start = SuspendingClock.now
            try await Task.sleep(for: .seconds(30), clock: .suspending)
            #expect(try await player.quit() == 0)
            let took = (SuspendingClock.now - start) / .seconds(1)
            let wave = try Wave(contentsOf: file)
            #expect(wave.rate == 48000 && wave.channels == 2 && wave.bits == 16)
            let frames = wave.samples.count / 2
            #expect(Double(frames) / 48000 < took + 0.3, "\(frames) frames in \(took) s")
            #expect(Double(frames) / 48000 > took - 1, "\(frames) frames in \(took) s")
            // The last 40 ms are the fade at the end.
            let whole = wave.samples.dropLast(2 * (1920 + 1))
            let shift = try #require(expected.place(of: Array(whole.dropFirst(2 * 4608).prefix(2 * 1000))), "not found")
            let aligned = expected.values.dropFirst(shift - 2 * 4608)
            let differing = zip(whole, aligned).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
            #expect(abs(shift - 2 * 4608) <= 2 * 3 * 1152, "start-up takes \(shift / 2 - 4608) frames")
            #expect(
                differing.allSatisfy { $0 < 2 * 3 * 1152 },
                "\(differing.count) differ, the last at \(differing.last ?? 0)")
        }

        @Test("a pause writes nothing, and the sound goes on with the very next sample")
        func pause() async throws {
            let bytes = try await KnownSound.mp3(seconds: 30)
            let expected = Samples(try await KnownSound.decoded(bytes, as: "s16le"))
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let file = directory.path(of: "out.wav")
            let player = try RadioSpiralProcess(["play", "--json", "--output", "wav:\(file)", server.url()])
            try await player.wait(forState: "playing")
            try await Task.sleep(for: .seconds(1), clock: .suspending)
            #expect(try await player.ctl("pause").status == 0)
            try await player.wait(forState: "paused")
            let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
            try await Task.sleep(for: .seconds(2), clock: .suspending)
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count == size)
            let seen = player.events.count
            #expect(try await player.ctl("resume").status == 0)
            try await player.wait(forState: "playing", skipping: seen)
            try await Task.sleep(for: .seconds(1), clock: .suspending)
            #expect(try await player.quit() == 0)
            let whole = try Wave(contentsOf: file).samples.dropFirst(2 * 4608).dropLast(2 * (1920 + 1))
            #expect(expected.place(of: Array(whole)) != nil, "\(whole.count) samples are not one stretch")
        }

        @Test("a FLAC file of 24 bits larger than what may lie ahead is played whole, into a file of 24 bits")
        func deepFlac() async throws {
            // Noise that cannot be compressed: half a megabyte a second.
            let noise = [1, 2].map { "anoisesrc=seed=\($0):duration=14:sample_rate=96000:amplitude=0.9[\($0)]" }
            let bytes = try await ChildProcess.run(
                "ffmpeg",
                ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", noise.joined(separator: ";") + ";[1][2]amerge"]
                    + ["-c:a", "flac", "-compression_level", "0", "-sample_fmt", "s32", "-f", "flac", "-"])
            try #require(bytes.count > 6 << 20, "\(bytes.count) bytes")
            let server = try RawHTTPServer { exchange in
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/flac\r\nContent-Length: \(bytes.count)\r\n\r\n")
                exchange.send(bytes)
            }
            let file = directory.path(of: "out.wav")
            let ended = try await Ended.play(["--output", "wav:\(file)", server.url()], within: .seconds(30))
            ended.check(status: 0, reason: "end")
            let wave = try Wave(contentsOf: file)
            #expect(wave.bits == 24 && wave.rate == 96000)
            let isExact = wave.data == (try await KnownSound.decoded(bytes, as: "s24le"))
            #expect(isExact, "\(wave.data.count) bytes")
            #expect(ended.took > .seconds(13))
            #expect(server.requests.count == 1)
        }

        @Test("a file is readable after the player was killed")
        func killed() async throws {
            let bytes = try await KnownSound.mp3(seconds: 30)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let file = directory.path(of: "out.wav")
            let player = try RadioSpiralProcess(["play", "--json", "--output", "wav:\(file)", server.url()])
            try await player.wait(forState: "playing")
            try await Task.sleep(for: .seconds(6), clock: .suspending)
            player.send(signal: SIGKILL)
            #expect(try await player.exitStatus() == 137)
            let wave = try Wave(contentsOf: file)
            #expect(wave.samples.count > 2 * 48000)
        }

        @Test("raw samples on standard output are exact, in time, and alone there")
        func standardOutput() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let expected = Samples(try await KnownSound.decoded(bytes, as: "s16le"))
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let player = try RadioSpiralProcess(["play", "--output", "pipe:-", server.url()])
            try await poll("sound") { player.child.output.count > 0 ? true : nil }
            let start = SuspendingClock.now
            try await Task.sleep(for: .seconds(4), clock: .suspending)
            #expect(try await player.quit() == 0)
            let took = (SuspendingClock.now - start) / .seconds(1)
            let samples = Samples(player.child.output.bytes).values
            #expect(Double(samples.count) / 2 / 48000 < took + 0.3)
            #expect(Double(samples.count) / 2 / 48000 > took - 1)
            #expect(expected.place(of: Array(samples.dropFirst(2 * 4608).dropLast(2 * (1920 + 1)))) != nil)
        }

        @Test("a FIFO that nobody reads keeps nobody from quitting, and one that is read gets the sound")
        func fifo() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let path = directory.path(of: "fifo")
            #expect(unsafe mkfifo(path, 0o600) == 0)
            let unread = try RadioSpiralProcess(["play", "--json", "--output", "pipe:\(path)", server.url()])
            try await poll("the request") { server.requests.isEmpty ? nil : true }
            let start = SuspendingClock.now
            unread.send(signal: SIGTERM)
            let status = try await unread.exitStatus()
            #expect(SuspendingClock.now - start < .seconds(1))
            Ended(unread, status: status).check(status: 0, reason: "signal")
            let read = try RadioSpiralProcess(["play", "--json", "--output", "pipe:\(path)", server.url()])
            let reader = try ChildProcess("/bin/cat", [path])
            try await poll("a second of sound") { reader.output.count > 192_000 ? true : nil }
            Ended(read, status: try await read.quit()).check(status: 0, reason: "signal")
            try await reader.waitForEnd()
        }

        @Test("a resource with an end is played to it, and that is no failure")
        func finiteResource() async throws {
            let bytes = try await KnownSound.mp3(seconds: 4)
            let server = try RawHTTPServer { exchange in
                exchange.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: \(bytes.count)\r\n\r\n")
                exchange.send(bytes)
            }
            let file = directory.path(of: "out.wav")
            let ended = try await Ended.play(["--output", "wav:\(file)", server.url()])
            ended.check(status: 0, reason: "end")
            #expect(ended.took > .seconds(3))
            let expected = Samples(try await KnownSound.decoded(bytes, as: "s16le")).values.count
            #expect(abs(try Wave(contentsOf: file).samples.count - expected) <= 2 * 3 * 1152)
            #expect(server.requests.count == 1)
        }

        @Test("a long file that comes at once waits at the server, and not in memory")
        func longFile() async throws {
            let minute = try await KnownSound.mp3(seconds: 60)
            let sent = Counter()
            let server = try RawHTTPServer { exchange in
                exchange.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: \(minute.count * 40)\r\n\r\n")
                for _ in 0..<40 {
                    guard exchange.send(minute) else { return }
                    sent.add(minute.count)
                }
            }
            let player = try RadioSpiralProcess(
                ["play", "--json", "--stats", "500ms", "--output", "null", server.url()])
            try await player.wait(forState: "playing")
            let stats = try await player.wait(for: "stats") { ($0.number("bytes") ?? 0) > 4_000_000 }
            try await Task.sleep(for: .seconds(3), clock: .suspending)
            let last = try #require(player.events.last { $0.name == "stats" })
            #expect((last.number("bytes") ?? 0) < 5_000_000, "\(last)")
            #expect((last.number("rss_kib") ?? 0) < (stats.number("rss_kib") ?? 0) + 8192, "\(stats)\n\(last)")
            #expect(sent.total < minute.count * 40)
            #expect(!player.events.contains { $0.text("state") == "reconnecting" })
            #expect(server.requests.count == 1)
            Ended(player, status: try await player.quit()).check(status: 0, reason: "signal")
        }
    }
}
