import RadioCore
import TestKit
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(1)))
struct HTTPFetchTests {
    /// What becomes of a request to a server that answers with `answer`.
    private func fetch(
        range: Range<Int>? = nil, limit: Int = 100, _ answer: @escaping @Sendable (RawHTTPServer.Exchange) -> Void
    ) async throws -> (result: Result<HTTPFetched, HTTPFetchError>, requests: [String]) {
        let server = try RawHTTPServer(answer: answer)
        let network = NetworkThread(log: .silent)
        let request = HTTPRequest(url: server.url(of: "/a"), range: range, sharesConnection: true)
        let result = await Self.result(of: request, limit: limit, network)
        await network.shutdown()
        return (result, server.requests)
    }

    private static func result(
        of request: HTTPRequest, limit: Int = 100, _ network: NetworkThread
    ) async -> Result<HTTPFetched, HTTPFetchError> {
        do throws(HTTPFetchError) {
            return .success(try await HTTPFetch.fetch(request, limit: limit, from: network))
        } catch {
            return .failure(error)
        }
    }

    @Test func `brings a whole answer, and where it came from in the end`() async throws {
        let (result, _) = try await fetch { exchange in
            let isMoved = exchange.path == "/a"
            exchange.send(
                isMoved ? "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n" : "HTTP/1.1 200 OK\r\nX-A: b\r\n\r\nall")
        }
        let fetched = try result.get()
        #expect(fetched.bytes == Array("all".utf8))
        #expect(fetched.response.url.hasSuffix("/b") && fetched.response.value("x-a") == "b")
    }

    @Test func `asks for a range, and copes with a server that does not care`() async throws {
        let heeded = try await fetch(range: 2..<5) { $0.send("HTTP/1.1 206 Partial\r\nContent-Length: 3\r\n\r\ncde") }
        #expect(try heeded.result.get().bytes == Array("cde".utf8))
        #expect(heeded.requests.allSatisfy { $0.contains("Range: bytes=2-4\r\n") })
        let ignored = try await fetch(range: 2..<5) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\r\nabcdefgh")
            // What is behind the range is not waited for.
            exchange.hang()
        }
        #expect(try ignored.result.get().bytes == Array("cde".utf8))
        let short = try await fetch(range: 2..<5) { $0.send("HTTP/1.1 206 Partial\r\nContent-Length: 2\r\n\r\ncd") }
        #expect(short.result == .failure(.tooShort))
    }

    @Test func `says what a server answers that has nothing, and is told nothing of its page`() async throws {
        let (missing, _) = try await fetch { $0.send("HTTP/1.1 404 Not Found\r\n\r\nnothing here") }
        #expect(missing == .failure(.status(404, retryAfter: nil)))
        let (busy, _) = try await fetch { $0.send("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n\r\n") }
        #expect(busy == .failure(.status(503, retryAfter: .seconds(7))))
    }

    @Test func `takes no more than it may, whatever is sent`() async throws {
        let (result, _) = try await fetch(limit: 5) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\r\n")
            while exchange.send("0123456789") {}
        }
        #expect(result == .failure(.tooLarge(limit: 5)))
    }

    @Test func `tells a body that breaks off`() async throws {
        let (result, _) = try await fetch { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc") }
        guard case .failure(.network(let error)) = result else { throw DeadlinePassed("\(result)") }
        #expect(error.kind == .reset)
    }

    @Test func `ends when its task is cancelled`() async throws {
        let (answered, answer) = AsyncStream.makeStream(of: Void.self)
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\r\nabc")
            answer.yield()
            exchange.hang()
        }
        let network = NetworkThread(log: .silent)
        let request = HTTPRequest(url: server.url())
        let task = Task { await Self.result(of: request, network) }
        for await _ in answered { break }
        task.cancel()
        guard case .failure(.network(let error)) = await task.value else { throw DeadlinePassed("an end") }
        #expect(error.kind == .cancelled)
        let early = Task { await Self.result(of: request, network) }
        early.cancel()
        guard case .failure(.network(let other)) = await early.value else { throw DeadlinePassed("an early end") }
        #expect(other.kind == .cancelled)
        await network.shutdown()
    }

    @Test func `asks again over the connection that is there, if it may`() async throws {
        let server = try RawHTTPServer { exchange in
            var request: String? = exchange.request
            while request != nil {
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(exchange.number)")
                request = exchange.nextRequest()
            }
        }
        let network = NetworkThread(log: .silent)
        let shared = HTTPRequest(url: server.url(), sharesConnection: true)
        for _ in 0..<3 { #expect(try await Self.result(of: shared, network).get().bytes == Array("0".utf8)) }
        let apart = HTTPRequest(url: server.url())
        for number in 1...2 {
            #expect(try await Self.result(of: apart, network).get().bytes == Array("\(number)".utf8))
        }
        await network.shutdown()
    }
}
