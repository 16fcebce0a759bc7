import Network
import RadioCore
import Rings
import TestKit
import Testing

@testable import StreamInput

@Suite(.timeLimit(.minutes(1)))
struct StationStreamTests {
    @Test func `brings audio without ICY into the buffer, and titles by position`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("ICY 200 OK\r\nicy-name: Drone\r\nicy-br:128\r\nicy-metaint:4\r\n\r\n")
            exchange.send([1, 2, 3, 4] + block("StreamTitle='A - B';") + [5, 6, 7, 8] + block("StreamTitle='A - B';"))
            exchange.send([9, 10, 11, 12] + block("StreamTitle='';") + [13])
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()])
        let events = await bench.events(until: { if case .title(12, _) = $0 { true } else { false } })
        #expect(events.first == .connecting)
        #expect(
            events.dropFirst().first
                == .connected(StreamHead(url: server.url(), icyName: "Drone", icyBitrate: 128), at: 0))
        #expect(events.dropFirst(2).first == .flowing)
        #expect(
            events.suffix(3) == [
                .title(position: 4, InBandTitle(source: .icy, text: "A - B")),
                // Another title within the burst: the first one was the song before.
                .titleWithdrawn(position: 4),
                .title(position: 12, InBandTitle(source: .icy, text: "")),
            ])
        #expect(
            bench.ledger.live(of: "test").map(\.entry.name) == ["stream transfer", "stream watch", "transfer watch"])
        await bench.end()
        #expect(bench.buffer.held.lowerBound == 0)
        #expect(bench.buffer.held.upperBound >= 12)
    }

    @Test func `connects again when a live stream ends, and marks the joint`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n\u{1}ound")
            if exchange.number == 1 { exchange.hang() }
        }
        let bench = Bench(urls: [server.url()])
        var connections = 0
        let events = await bench.events(until: { event in
            if case .connected = event { connections += 1 }
            return connections == 2
        })
        #expect(events.contains(.dropped(StreamError(.closed, url: server.url()), attempt: 1, retryIn: .zero)))
        #expect(events.count { $0 == .connecting } == 2)
        #expect(bench.buffer.isJoint(5))
        #expect(bench.input.counters.reconnects == 1)
        await bench.end()
    }

    @Test func `tells once that bytes flow, and not of a server that only answers`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n")
            guard exchange.number == 1 else { return }
            exchange.send("\u{1}ound")
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()])
        let silent = await bench.events(until: { if case .dropped = $0 { true } else { false } })
        #expect(!silent.contains(.flowing))
        await bench.clock.waitForSleepers()
        bench.clock.advance(by: .seconds(1))
        #expect(await bench.events(until: { $0 == .flowing }).count == 3)
        #expect(bench.buffer.held == 0..<5)
        await bench.end()
    }

    @Test func `does not believe twice that a server puts ICY blocks where it says`() async throws {
        let sent: [UInt8] = [1, 2, 3, 4, 1] + [UInt8](repeating: 0xFF, count: 16)
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\nicy-metaint:4\r\n\r\n")
            exchange.send(sent + sent)
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()])
        var connections = 0
        _ = await bench.events(until: { event in
            if case .connected = event { connections += 1 }
            return connections == 2
        })
        #expect(await bench.readAll(count: 8 + 2 * sent.count) == [1, 2, 3, 4, 1, 2, 3, 4] + sent + sent)
        await bench.end()
    }

    @Test func `waits for a retry on its clock, under its name in the ledger`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send(
                exchange.number == 0
                    ? "HTTP/1.0 503 Busy\r\nRetry-After: 7\r\n\r\n" : "HTTP/1.0 200 OK\r\n\r\n\u{1}ound")
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()])
        let busy = StreamError(.busy(status: 503, retryAfter: .seconds(7)), url: server.url())
        _ = await bench.events(until: { $0 == .dropped(busy, attempt: 1, retryIn: .seconds(7)) })
        await bench.clock.waitForSleepers()
        #expect(bench.ledger.live(of: "test").map(\.entry.name) == ["stream retry"])
        bench.clock.advance(by: .seconds(7))
        _ = await bench.events(until: { if case .connected = $0 { true } else { false } })
        await bench.end()
    }

    @Test func `stops while it waits for a retry`() async throws {
        let server = try RawHTTPServer { $0.send("HTTP/1.0 404 Not Found\r\n\r\n") }
        let bench = Bench(urls: [server.url()])
        _ = await bench.events(until: { if case .dropped = $0 { true } else { false } })
        await bench.clock.waitForSleepers()
        await bench.end()
    }

    @Test func `goes to the next stream, and fails when none is left`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n\n<html>what</html>")
        }
        let bench = Bench(urls: [server.url(of: "/a"), server.url(of: "/b")])
        let events = await bench.events(until: { _ in false })
        guard case .failed(let error) = events.last else {
            Issue.record("not failed: \(events)")
            return
        }
        #expect(error.code == "stream-undecodable")
        #expect(server.requests.count == 2)
        #expect(bench.buffer.held.isEmpty)
        await bench.end()
    }

    @Test func `fails when the decoder rejects the only stream`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n\u{1}nonsense")
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()])
        _ = await bench.events(until: { $0 == .flowing })
        await bench.input.reject(at: 0, .undecodable("no frame in it"))
        let events = await bench.events(until: { _ in false })
        #expect(events == [.failed(.undecodable("no frame in it"))])
        await bench.end()
    }

    @Test func `rejects the stream that the bytes came from, not the one that is open`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n\u{1}ound")
            if exchange.path == "/b", exchange.number == 1 { exchange.hang() }
        }
        let bench = Bench(urls: [server.url(of: "/a"), server.url(of: "/b")])
        var connections = 0
        _ = await bench.events(until: { event in
            if event == .flowing { connections += 1 }
            return connections == 2
        })
        await bench.input.reject(at: 0, .undecodable("a"))
        try await bench.letNetworkTurn()
        #expect(
            bench.ledger.live(of: "test").map(\.entry.name) == ["stream transfer", "stream watch", "transfer watch"])
        await bench.input.reject(at: 5, .undecodable("b"))
        #expect(await bench.events(until: { _ in false }) == [.failed(.undecodable("a"))])
        #expect(server.requests.count == 2)
        await bench.end()
    }

    @Test func `takes no answer for final from the moment at which something was heard`() async throws {
        let server = try RawHTTPServer { $0.send("HTTP/1.0 404 Not Found\r\n\r\n") }
        let bench = Bench(urls: [server.url()])
        bench.input.markHeard()
        let events = await bench.events(until: { $0 != .connecting })
        let error = StreamError(.notFound(status: 404), url: server.url())
        #expect(events.last == .dropped(error, attempt: 1, retryIn: ReconnectPolicy.slowWaits.first))
        await bench.end()
    }

    @Test func `ends with a body of known length, and takes a rejection even then`() async throws {
        let server = try RawHTTPServer { $0.send("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\n\u{1}ound") }
        let bench = Bench(urls: [server.url()])
        let events = await bench.events(until: { $0 == .ended })
        #expect(events.last == .ended)
        await bench.input.reject(at: 0, .undecodable("x"))
        #expect(await bench.events(until: { _ in false }) == [.failed(.undecodable("x"))])
        await bench.end()
    }

    @Test func `closes the transfer when the buffer is full in a pause, until it is told to go on`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n")
            exchange.send([UInt8](repeating: 7, count: exchange.number == 0 ? 10_000 : 10))
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()], limit: 5000)
        bench.input.setListenerPaused(true)
        let events = await bench.events(until: { $0 == .full })
        #expect(events.last == .full)
        #expect(bench.ledger.live(of: "test").isEmpty)
        bench.buffer.discard(before: .max)
        await bench.input.resumeAfterFull()
        _ = await bench.events(until: { if case .connected = $0 { true } else { false } })
        #expect(server.requests.count == 2)
        await bench.end()
    }

    @Test func `closes a transfer that waits for room when the pause begins`() async throws {
        let (sent, send) = AsyncStream.makeStream(of: Void.self)
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n" + String(repeating: "x", count: 10_000))
            send.finish()
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()], limit: 5000)
        _ = await bench.events(until: { $0 == .connecting })
        for await _ in sent {}
        try await bench.letNetworkTurn()
        bench.input.setListenerPaused(true)
        #expect(await bench.events(until: { $0 == .full }).last == .full)
        await bench.end()
    }

    @Test func `keeps the server waiting while there is no room, and loses nothing`() async throws {
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
            exchange.send(body)
        }
        let bench = Bench(urls: [server.url()], limit: 40_000)
        _ = await bench.events(until: { $0 == .flowing })
        let received = await bench.readAll(count: body.count)
        #expect(received == body)
        #expect(await bench.events(until: { $0 == .ended }) == [.ended])
        #expect(server.requests.count == 1)
        await bench.end()
    }

    @Test func `asks for no titles any more when they are in the wrong places`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\nicy-metaint:1\r\n\r\n")
            exchange.send([1] + block("what is this") + [2] + block("and this") + [3])
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()])
        _ = await bench.events(until: { if case .dropped = $0 { true } else { false } })
        _ = await bench.events(until: { if case .connected = $0 { true } else { false } })
        #expect(server.requests.map { $0.contains("Icy-MetaData") } == [true, false])
        await bench.end()
    }

    @Test func `gives a decoder that starts amid an Ogg link the headers of that link`() async throws {
        let headers = OggBuilder.opusHeaders(serial: 1, ["TITLE=T"])
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n")
            exchange.send(headers + OggBuilder.page(serial: 1, sequence: 2, [[1, 2, 3]]))
            exchange.hang()
        }
        let bench = Bench(urls: [server.url()])
        let title = InBandTitle(source: .vorbisComment, title: "T", text: "T")
        _ = await bench.events(until: { $0 == .title(position: 0, title) })
        #expect(bench.input.preamble(at: headers.count) == headers)
        #expect(bench.input.preamble(at: 0).isEmpty)
        await bench.end()
    }

    @Test func `stops before it has begun, and begins no more`() async {
        let bench = Bench(urls: ["http://127.0.0.1/"], starts: false)
        await bench.input.stop()
        await bench.input.start()
        #expect(await bench.events(until: { _ in false }).isEmpty)
        await bench.end()
    }
}
