import Dispatch
import Glibc
import TestKit
import Testing

extension OnRealParts {
    /// Files and pipes that take no more: the end before the first sound, a wait after it.
    @Suite struct ContractLostOutputTests {
        private let directory: PrivateDirectory

        init() throws {
            directory = try PrivateDirectory()
        }

        private func fifo() throws -> String {
            let path = directory.path(of: "fifo")
            try #require(unsafe mkfifo(path, 0o600) == 0)
            return path
        }

        @Test("a FIFO whose reader goes away before the first sound ends the player with one sentence")
        func readerGoneBefore() async throws {
            let path = try fifo()
            let bytes = try await KnownSound.mp3(seconds: 10)
            let (gone, reader) = (DispatchSemaphore(value: 0), ["-c", #"exec 3<"$0""#, path])
            let server = try RawHTTPServer { exchange in
                gone.wait()
                exchange.broadcast(bytes)
            }
            let player = try RadioSpiralProcess(["play", "--json", "--output", "pipe:\(path)", server.url()])
            // Opening waits for the player, and ends with the shell.
            try await ChildProcess.run("/bin/sh", reader)
            gone.signal()
            let ended = Ended(player, status: try await player.exitStatus())
            ended.check(status: 74, reason: "output")
            ended.check(code: "output", says: [path])
            #expect(player.events.count { ["error", "warning"].contains($0.name) } == 1)
        }

        @Test("a FIFO whose reader goes away after the first sound keeps the place for the next one")
        func readerGoneAfter() async throws {
            let path = try fifo()
            let bytes = try await KnownSound.mp3(seconds: 30)
            let expected = Samples(try await KnownSound.decoded(bytes, as: "s16le"))
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let player = try RadioSpiralProcess(["play", "--json", "--output", "pipe:\(path)", server.url()])
            let first = try await ChildProcess.run("/usr/bin/head", ["-c", "384000", path])
            try await player.wait(forState: "failed")
            try await Task.sleep(for: .seconds(2), clock: .suspending)
            let seen = player.events.count
            let second = try ChildProcess("/bin/cat", [path])
            try await player.wait(forState: "playing", skipping: seen)
            try await poll("two seconds of sound") { second.output.count > 384_000 ? true : nil }
            let ended = Ended(player, status: try await player.quit())
            ended.check(status: 0, reason: "signal")
            ended.check(code: "output", says: [path])
            try await second.waitForEnd()
            for heard in [first, second.output.bytes] {
                let samples = Samples(heard).values.dropFirst(2 * 4608).dropLast(2 * (1920 + 1))
                #expect(expected.place(of: Array(samples)) != nil, "\(samples.count) samples are not one stretch")
            }
        }

        @Test("a disk that is full holds the sound up, and not a sample is lost once it has room again")
        func fullDisk() async throws {
            let bytes = try await KnownSound.mp3(seconds: 30)
            let expected = Samples(try await KnownSound.decoded(bytes, as: "s16le"))
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let file = directory.path(of: "out.wav")
            let player = try RadioSpiralProcess(["play", "--json", "--output", "wav:\(file)", server.url()])
            try await player.wait(forState: "playing")
            // To a writer, the largest size that a file of its own may have is the end of the disk.
            let limit = ["--pid", "\(player.child.id)"]
            try await ChildProcess.run("prlimit", limit + ["--fsize=500001:unlimited"])
            let failed = try await player.wait(forState: "failed")
            #expect(failed.text("reason")?.contains(file) == true)
            try await Task.sleep(for: .seconds(2), clock: .suspending)
            let seen = player.events.count
            try await ChildProcess.run("prlimit", limit + ["--fsize=unlimited:unlimited"])
            try await player.wait(forState: "playing", skipping: seen)
            try await Task.sleep(for: .seconds(2), clock: .suspending)
            let ended = Ended(player, status: try await player.quit())
            ended.check(status: 0, reason: "signal")
            ended.check(code: "output", says: [file])
            let samples = try Wave(contentsOf: file).samples
            #expect(samples.count > 2 * 48000 * 3, "\(samples.count)")
            let whole = Array(samples.dropFirst(2 * 4608).dropLast(2 * (1920 + 1)))
            #expect(expected.place(of: whole) != nil, "\(whole.count) samples are not one stretch")
        }
    }
}
