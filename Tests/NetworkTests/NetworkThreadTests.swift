import RadioCore
import TestKit
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(1)))
struct NetworkThreadTests {
    @Test func `fetches a body, and asks as a player does`() async throws {
        let server = try RawHTTPServer { $0.send("HTTP/1.0 200 OK\r\nIcy-Name:T\u{e9}st\r\n\r\nsound") }
        let record = await fetch(server.url(of: "/s.mp3"), icy: true)
        #expect(record.responses.map(\.status) == [200])
        #expect(record.responses.first?.value("icy-name") == "T\u{e9}st")
        #expect(record.body == Array("sound".utf8))
        #expect(record.ends == [nil])
        let request = try #require(server.requests.first)
        #expect(request.contains("Icy-MetaData: 1\r\n"))
        #expect(request.contains("User-Agent: radiospiral/\(RadioSpiralVersion)\r\n"))
        #expect(!request.contains("Accept-Encoding"))
        #expect(!request.contains("Range"))
    }

    @Test func `takes an ICY status line, and believes its code`() async throws {
        let server = try RawHTTPServer { exchange in
            let isThere = exchange.path == "/there"
            exchange.send(isThere ? "ICY 200 OK\r\nicy-metaint:8192\r\n\r\nsound" : "ICY 404 Not Found\r\n\r\nnothing")
        }
        let found = await fetch(server.url(of: "/there"))
        #expect(found.responses.map(\.status) == [200])
        #expect(found.responses.first?.number("icy-metaint") == 8192)
        #expect(found.body == Array("sound".utf8))
        let missing = await fetch(server.url(of: "/missing"))
        #expect(missing.responses.map(\.status) == [404])
        #expect(missing.ends == [nil])
    }

    @Test func `follows a redirect with all that was asked for, and tells the final answer only`() async throws {
        let server = try RawHTTPServer { exchange in
            let answer = exchange.path == "/a" ? "302 Found\r\nLocation: /b\r\n\r\nmoved" : "200 OK\r\n\r\nsound"
            exchange.send("HTTP/1.1 \(answer)")
        }
        let record = await fetch(server.url(of: "/a"), icy: true)
        #expect(record.responses.map(\.status) == [200])
        #expect(record.responses.first?.url == server.url(of: "/b"))
        #expect(record.body == Array("sound".utf8))
        #expect(server.requests.allSatisfy { $0.contains("Icy-MetaData: 1\r\n") })
    }

    @Test func `gives up on a circle, and on a redirect to another scheme`() async throws {
        let server = try RawHTTPServer { exchange in
            let target = exchange.path == "/file" ? "file:///etc/passwd" : exchange.path
            exchange.send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\n\r\n")
        }
        let circle = await fetch(server.url(of: "/circle"))
        #expect(circle.ends.map { $0?.kind } == [.tooManyRedirects])
        #expect(server.requests.count == 11)
        let file = await fetch(server.url(of: "/file"))
        #expect(file.ends.map { $0?.kind } == [.redirectToForbidden])
        #expect(file.body.isEmpty)
    }

    @Test func `sends the user and password of the URL and shows them to nobody`() async throws {
        let server = try RawHTTPServer { $0.send("HTTP/1.1 200 OK\r\n\r\n") }
        let record = await fetch("http://me:secret@127.0.0.1:\(server.port)/")
        #expect(record.ends == [nil])
        #expect(server.requests.first?.contains("Authorization: Basic bWU6c2VjcmV0\r\n") == true)
        let refused = await fetch("http://me:secret@127.0.0.1:\(try FreePort.next())/?token=hidden")
        let error = try #require(refused.ends.first ?? nil)
        #expect(error.kind == .refused)
        #expect(!error.description.contains("secret"))
        #expect(!error.description.contains("hidden"))
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/", NetworkError.Kind.unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
        ("nonsense", .invalidURL), ("http://a b/", .invalidURL), ("http://x\r\ny/", .invalidURL), ("", .invalidURL),
        ("http://127.0.0.1:99999/", .invalidURL), ("http://nowhere.invalid/", .nameLookup),
    ])
    func `says what is wrong with an address`(url: String, kind: NetworkError.Kind) async {
        let record = await fetch(url)
        #expect(record.ends.map { $0?.kind } == [kind])
        #expect(record.responses.isEmpty)
    }

    @Test func `tells an answer without a byte, one cut short, and one that is not HTTP`() async throws {
        let server = try RawHTTPServer { exchange in
            if exchange.path == "/short" { exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc") }
            if exchange.path == "/odd" { exchange.send("SSH-2.0-what\r\n\r\n") }
        }
        #expect(await fetch(server.url(of: "/none")).ends.map { $0?.kind } == [.emptyReply])
        #expect(await fetch(server.url(of: "/short")).ends.map { $0?.kind } == [.reset])
        #expect(await fetch(server.url(of: "/odd")).ends.map { $0?.kind } == [.malformed])
    }

    @Test func `ends when nothing comes for too long, and closes the watchdog's entry as fired`() async throws {
        let server = try RawHTTPServer { exchange in
            if exchange.path == "/body" { exchange.send("HTTP/1.1 200 OK\r\n\r\nabc") }
            exchange.hang()
        }
        let ledger = Ledger()
        let limits = HTTPRequest.Limits(firstByte: .milliseconds(50), stall: .milliseconds(50))
        let answer = await fetch(server.url(of: "/answer"), limits: limits, ledger: ledger)
        #expect(answer.ends.map { $0?.kind } == [.timedOut])
        let body = await fetch(
            server.url(of: "/body"), limits: .init(firstByte: .seconds(30), stall: .milliseconds(50)), ledger: ledger)
        #expect(body.ends.map { $0?.kind } == [.stalled])
        #expect(body.body == Array("abc".utf8))
        #expect(ledger.totals(of: .timer).live == 0)
        #expect(ledger.totals(of: .timer).fired == 2)
    }

    @Test func `stops when the handler wants no more`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\r\n")
            while exchange.send([UInt8](repeating: 7, count: 1000)) {}
        }
        let record = await fetch(server.url(), handler: RecordingHandler(limit: 5000))
        #expect(record.ends.map { $0?.kind } == [.cancelled])
        #expect(record.body.count >= 5000)
    }

    @Test func `stops at a head whose body is not wanted, however long the server holds on`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.1 404 Not Found\r\n\r\n")
            exchange.hang()
        }
        let record = await fetch(server.url(), handler: RecordingHandler(limit: 0))
        #expect(record.responses.map(\.status) == [404])
        #expect(record.ends.map { $0?.kind } == [.cancelled])
    }

    @Test func `cancels a transfer that hangs, once for all calls`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\r\n")
            exchange.hang()
        }
        let network = NetworkThread(log: .silent)
        let handler = RecordingHandler()
        let transfer = network.start(HTTPRequest(url: server.url(), limits: .patient), handler: handler)
        await handler.waitForResponse()
        transfer.cancel()
        transfer.cancel()
        #expect(await handler.finished().ends.map { $0?.kind } == [.cancelled])
        transfer.cancel()
        await network.shutdown()
    }

    @Test func `ends every transfer at its shutdown, and takes none afterwards`() async throws {
        let server = try RawHTTPServer { $0.hang() }
        let network = NetworkThread(log: .silent)
        let handlers = (0..<3).map { _ in RecordingHandler() }
        for handler in handlers {
            _ = network.start(HTTPRequest(url: server.url(), limits: .patient), handler: handler)
        }
        await network.shutdown()
        for handler in handlers { #expect(await handler.finished().ends.map { $0?.kind } == [.cancelled]) }
        let late = RecordingHandler()
        network.start(HTTPRequest(url: server.url(), limits: .patient), handler: late).cancel()
        #expect(await late.finished().ends.map { $0?.kind } == [.cancelled])
        await network.shutdown()
    }

    @Test func `leaves out a header that would smuggle in another`() async throws {
        let server = try RawHTTPServer { $0.send("HTTP/1.1 200 OK\r\n\r\n") }
        let network = NetworkThread(log: .silent)
        let handler = RecordingHandler()
        let headers = ["X-Good": "yes", "X-Bad": "a\r\nX-Evil: b"]
        _ = network.start(HTTPRequest(url: server.url(), headers: headers, limits: .patient), handler: handler)
        _ = await handler.finished()
        await network.shutdown()
        #expect(server.requests.first?.contains("X-Good: yes\r\n") == true)
        #expect(server.requests.first?.contains("X-Evil") == false)
    }

    @Test func `brings a piece again that was not taken, and loses none`() async throws {
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
            exchange.send(body)
        }
        let record = await fetch(server.url(), handler: RecordingHandler(refusesOnce: true))
        #expect(record.body == body)
        #expect(record.ends == [nil])
    }

    private func fetch(
        _ url: String, icy: Bool = false, limits: HTTPRequest.Limits = .patient, ledger: Ledger? = nil,
        handler: RecordingHandler = RecordingHandler()
    ) async -> RecordingHandler.Record {
        let network = NetworkThread(log: .silent)
        _ = network.start(HTTPRequest(url: url, icy: icy, limits: limits, ledger: ledger), handler: handler)
        let record = await handler.finished()
        await network.shutdown()
        return record
    }
}

extension HTTPRequest.Limits {
    /// Longer than any test: where a watchdog is not what is tested, a busy machine must not wake it.
    fileprivate static let patient = HTTPRequest.Limits(
        connect: .seconds(600), firstByte: .seconds(600), stall: .seconds(600))
}
