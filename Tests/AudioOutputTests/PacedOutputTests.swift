import Foundation
import Glibc
import RadioCore
import TestKit
import Testing

@testable import AudioOutput

/// Files that cannot be made and readers that fail, with the output's real thread.
@Suite(.timeLimit(.minutes(1)))
struct PacedOutputTests {
    private let clock = ManualClock()
    private let ledger = Ledger()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "paced-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    @Test func `a file that cannot be created is told`() async {
        let output = PacedOutput.wav(
            path: path("no/such/folder"), volume: Volume(percent: 100), clock: clock, ledger: ledger)
        await #expect { try await output.open() } throws: { ($0 as? OutputError)?.kind == .cannotCreate }
    }

    @Test func `a FIFO whose reader goes away cannot be written`() async throws {
        let fifo = path("fifo")
        #expect(unsafe mkfifo(fifo, 0o600) == 0)
        let reader = unsafe Glibc.open(fifo, O_RDONLY | O_NONBLOCK)
        let output = PacedOutput.pipe(path: fifo, volume: Volume(percent: 100), clock: clock, ledger: ledger)
        _ = try await output.open()
        Glibc.close(reader)
        let test = TestSource()
        test.write(48_000)
        output.play(test.source, from: 0, minimumFrames: 1000)
        var events = output.events.makeAsyncIterator()
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(50))
        var last: OutputEvent?
        while let event = await events.next(isolation: #isolation) {
            last = event
            if case .lost = event { break }
        }
        guard case .lost(let error) = last else { return #expect(Bool(false), "it was not told") }
        #expect(error.kind == .writeFailed)
        await output.close()
    }

    @Test func `a reader that does not read cannot hold up closing`() async throws {
        let fifo = path("fifo")
        #expect(unsafe mkfifo(fifo, 0o600) == 0)
        let reader = unsafe Glibc.open(fifo, O_RDONLY | O_NONBLOCK)
        defer { Glibc.close(reader) }
        let output = PacedOutput.pipe(path: fifo, volume: Volume(percent: 100), clock: clock, ledger: ledger)
        _ = try await output.open()
        let test = TestSource()
        test.write(48_000)
        output.play(test.source, from: 0, minimumFrames: 1000)
        await clock.waitForSleepers(1)
        // A pipe holds 64 KiB: a third of a second.
        clock.advance(by: .milliseconds(900))
        await output.close()
    }

    @Test func `a FIFO that nobody opens cannot hold up closing`() async throws {
        let fifo = path("fifo")
        #expect(unsafe mkfifo(fifo, 0o600) == 0)
        let output = PacedOutput.pipe(path: fifo, volume: Volume(percent: 100), clock: clock, ledger: ledger)
        let opening = Task { try await output.open() }
        await clock.waitForSleepers(1)
        await output.close()
        await #expect(throws: OutputError.closed) { try await opening.value }
    }
}
