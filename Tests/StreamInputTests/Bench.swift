import Network
import RadioCore
import Rings
import TestKit
import Testing

@testable import StreamInput

/// One input on a clock of the test's own, and what it needs around it.
final class Bench {
    let ledger = Ledger()
    let clock = ManualClock()
    let buffer: TimeShiftBuffer
    let input: StreamInput
    private let network = NetworkThread(log: .silent)
    private let starts: Bool

    init(urls: [String], limit: Int = 1 << 20, starts: Bool = true) {
        self.starts = starts
        buffer = TimeShiftBuffer(limit: limit)
        let station = Station(id: "test", name: "Test", streams: urls.map { Station.Stream(url: $0) })
        input = StreamInput(
            station: station, network: network, buffer: buffer, caFile: nil, ledger: ledger, log: .silent,
            clock: clock, random: { 0.5 })
    }

    /// The events up to the first that `isLast`, or to the end of them.
    func events(until isLast: (StreamInputEvent) -> Bool) async -> [StreamInputEvent] {
        if starts { await input.start() }
        var events: [StreamInputEvent] = []
        for await event in input.events {
            events.append(event)
            if isLast(event) { break }
        }
        return events
    }

    /// Returns when the network thread has looked at everything that had come before.
    func letNetworkTurn() async throws {
        let server = try RawHTTPServer { $0.send("HTTP/1.0 204 No Content\r\n\r\n") }
        await withCheckedContinuation { ended in
            _ = network.start(HTTPRequest(url: server.url()), handler: EndHandler { ended.resume() })
        }
    }

    /// Takes `count` bytes out of the buffer as a decoder does, discarding what it has taken.
    func readAll(count: Int) async -> [UInt8] {
        let buffer = buffer
        let (results, result) = AsyncStream.makeStream(of: [UInt8].self)
        let reader = WorkerThread(name: "reader") {
            let doorbell = Doorbell()
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4096)
            while all.count < count {
                // Safe: the buffer writes within the piece, during the call.
                let outcome = unsafe piece.withUnsafeMutableBytes {
                    unsafe buffer.read(at: all.count, into: $0, orRing: doorbell)
                }
                if case .bytes(let got) = outcome { all += piece[..<got] } else { doorbell.wait() }
                buffer.discard(before: all.count)
            }
            result.yield(all)
        }
        var all: [UInt8] = []
        for await bytes in results {
            all = bytes
            break
        }
        await reader.join()
        return all
    }

    /// Stops everything; nothing may be left of it.
    func end() async {
        await input.stop()
        #expect(ledger.live(of: "test").isEmpty)
        await network.shutdown()
    }
}

/// Only tells that a transfer is over.
private final class EndHandler: HTTPHandler {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    func didReceive(response: HTTPResponse) -> HTTPBodyVerdict { .proceed }
    func didReceive(body: RawSpan, of transfer: HTTPTransfer) -> HTTPPieceVerdict { .proceed }
    func didEnd(_ error: NetworkError?) { end() }
}
