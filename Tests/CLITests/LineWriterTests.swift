import Glibc
import RadioCore
import Synchronization
import TestKit
import Testing

@testable import CLI

/// The writer on real pipes.
@Suite(.timeLimit(.minutes(1))) struct LineWriterTests {
    private struct Ends {
        var read: Int32
        var write: Int32

        init() throws {
            SignalPipe.ignore([SIGPIPE])
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            (read, write) = (ends[0], ends[1])
        }
    }

    private func lines(of descriptor: Int32) -> [String] {
        var reader = LineReader(descriptor: descriptor)
        var lines: [String] = []
        while let line = reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }

    @Test func `writes lines in their order, and all of them before it ends`() async throws {
        let ends = try Ends()
        let writer = try LineWriter(descriptor: ends.write, name: "test", notice: { "\($0)" })
        for number in 0..<500 { writer.line("\(number)") }
        await writer.finish(within: .seconds(30))
        close(ends.write)
        #expect(lines(of: ends.read) == (0..<500).map(String.init))
        close(ends.read)
    }

    @Test func `tells once that the reader has left, although nothing was to be written`() async throws {
        let ends = try Ends()
        let (told, tell) = AsyncStream.makeStream(of: Void.self)
        let writer = try LineWriter(
            descriptor: ends.write, name: "test", notice: { "\($0)" },
            whenLost: { if case .readerLeft = $0 { tell.yield() } })
        close(ends.read)
        var tellings = told.makeAsyncIterator()
        #expect(await tellings.next() != nil)
        writer.line("to nobody")
        await writer.finish(within: .seconds(30))
        tell.finish()
        #expect(await tellings.next() == nil)
        close(ends.write)
    }

    @Test func `tells a full disk from a reader that has left`() async throws {
        let disk = unsafe open("/dev/full", O_WRONLY)
        defer { close(disk) }
        let (told, tell) = AsyncStream.makeStream(of: Int32.self)
        let writer = try LineWriter(
            descriptor: disk, name: "test", notice: { "\($0)" },
            whenLost: { if case .failed(let error) = $0 { tell.yield(error.code) } else { tell.yield(0) } })
        writer.line("too much")
        var tellings = told.makeAsyncIterator()
        #expect(await tellings.next() == ENOSPC)
        await writer.finish(within: .seconds(30))
    }

    @Test func `a reader that does not read holds up nobody, and the last line is not left out`() async throws {
        let ends = try Ends()
        let writer = try LineWriter(descriptor: ends.write, name: "test", notice: { "\($0) left out\n" })
        let line = String(repeating: "x", count: 4_000)
        for _ in 0..<1_000 { writer.line(line) }
        writer.line("last", isLast: true)
        let reader = Guarded<[String]>([])
        let thread = WorkerThread(name: "reader") {
            let read = lines(of: ends.read)
            reader.withLock { $0 = read }
        }
        await writer.finish(within: .seconds(30))
        close(ends.write)
        await thread.join()
        close(ends.read)
        let received = reader.withLock { $0 }
        #expect(received.count < 400)
        #expect(received.last == "last")
        #expect(received.dropLast().last?.hasSuffix("left out") == true)
    }

    @Test func `ends in time although nobody reads the terminal`() async throws {
        let terminal = try Pseudoterminal()
        let device = unsafe open(terminal.path, O_RDWR | O_NOCTTY)
        defer { close(device) }
        let writer = try LineWriter(descriptor: device, name: "test", notice: { "\($0)" })
        for _ in 0..<100 { writer.line(String(repeating: "x", count: 4_000)) }
        await writer.finish(within: .zero)
        #expect(fcntl(device, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test func `ends in time although nobody reads`() async throws {
        let ends = try Ends()
        let writer = try LineWriter(descriptor: ends.write, name: "test", notice: { "\($0)" })
        for _ in 0..<100 { writer.line(String(repeating: "x", count: 4_000)) }
        await writer.finish(within: .zero)
        close(ends.write)
        #expect(lines(of: ends.read).count < 100)
        close(ends.read)
    }
}
