import RadioCore
import TestKit

/// A server of HLS: for each path what it answers the first time, the second, and so on; the last again and again.
final class HLSServer: Sendable {
    /// One answer.
    enum Reply: Sendable {
        case bytes([UInt8])
        case status(Int)
        /// Half of the bytes, and then the connection breaks.
        case cut([UInt8])
        /// One byte, and then nothing.
        case hang
        /// The bytes, slowly.
        case dribble([UInt8], bytesPerSecond: Int)

        static func text(_ text: String) -> Reply { .bytes(Array(text.utf8)) }
    }

    /// A request that came.
    struct Request: Hashable, Sendable {
        var path: String
        /// Which connection it came by.
        var connection: Int
    }

    private final class Script: Sendable {
        let replies: Guarded<[String: [Reply]]>
        let requests = Guarded<[Request]>([])
        let asked: AsyncStream<String>
        private let ask: AsyncStream<String>.Continuation

        init(_ replies: [String: [Reply]]) {
            self.replies = Guarded(replies)
            (asked, ask) = AsyncStream.makeStream()
        }

        func reply(to request: Request) -> Reply {
            requests.withLock { $0.append(request) }
            defer { ask.yield(request.path) }
            return replies.withLock { replies in
                guard let left = replies[request.path], let next = left.first else { return .status(404) }
                if left.count > 1 { replies[request.path] = Array(left.dropFirst()) }
                return next
            }
        }
    }

    private let script: Script
    private let server: RawHTTPServer

    /// Answers with `replies`, by path; with 404 elsewhere.
    init(_ replies: [String: [Reply]]) throws {
        let script = Script(replies)
        self.script = script
        server = try RawHTTPServer { exchange in
            var request: String? = exchange.request
            while let path = request?.split(separator: " ").dropFirst().first.map(String.init) {
                let reply = script.reply(to: Request(path: path, connection: exchange.number))
                guard Self.send(reply, range: Self.range(in: request ?? ""), exchange) else { return }
                request = exchange.nextRequest()
            }
        }
    }

    /// The URL of `path` here.
    func url(of path: String) -> String { server.url(of: path) }

    /// The requests that came so far, in their order.
    var requests: [Request] { script.requests.withLock { $0 } }

    /// How often `path` was asked for.
    func count(of path: String) -> Int { requests.count { $0.path == path } }

    /// Returns when `path` is asked for, unless it has been asked for and waited for already.
    func waitForRequest(of path: String) async { for await asked in script.asked where asked == path { return } }

    /// Answers with `replies` at `path` from now on.
    func set(_ replies: [Reply], at path: String) { script.replies.withLock { $0[path] = replies } }

    /// Sends an answer; false when the connection is of no use any more.
    private static func send(_ reply: Reply, range: Range<Int>?, _ exchange: RawHTTPServer.Exchange) -> Bool {
        switch reply {
        case .bytes(let bytes):
            if let range {
                exchange.send("HTTP/1.1 206 Partial Content\r\nContent-Length: \(range.count)\r\n\r\n")
                return exchange.send(Array(bytes[range]))
            }
            exchange.send(head(of: bytes.count))
            return exchange.send(bytes)
        case .status(let status):
            return exchange.send("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")
        case .cut(let bytes):
            exchange.send(head(of: bytes.count))
            exchange.send(Array(bytes.prefix(bytes.count / 2)))
        case .hang:
            exchange.send(head(of: 1000))
            exchange.send([1])
            exchange.hang()
        case .dribble(let bytes, let bytesPerSecond):
            exchange.send(head(of: bytes.count))
            exchange.dribble(bytes, bytesPerSecond: bytesPerSecond)
            return true
        }
        return false
    }

    private static func head(of count: Int) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\nContent-Length: \(count)\r\n\r\n"
    }

    private static func range(in request: String) -> Range<Int>? {
        guard let line = request.split(separator: "\r\n").first(where: { $0.hasPrefix("Range: bytes=") }) else {
            return nil
        }
        let ends = line.dropFirst("Range: bytes=".count).split(separator: "-").compactMap { Int($0) }
        return ends.count == 2 ? ends[0]..<ends[1] + 1 : nil
    }
}
