import Foundation
import RadioCore

/// A server on 127.0.0.1 that answers each connection with what a test's closure writes, right or wrong.
package final class RawHTTPServer: Sendable {
    /// One connection, after the request has been read.
    package final class Exchange: Sendable {
        /// The request up to its empty line.
        package let request: String
        /// Counts the server's connections from 0.
        package let number: Int
        private let socket: LoopbackSocket

        fileprivate init(request: String, number: Int, socket: LoopbackSocket) {
            self.request = request
            self.number = number
            self.socket = socket
        }

        /// The path that is asked for.
        package var path: String { request.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
        /// Sends text; false when the client is gone.
        @discardableResult package func send(_ text: String) -> Bool { socket.send(text) }
        /// Sends bytes; false when the client is gone.
        @discardableResult package func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }
        /// Sends bytes at `bytesPerSecond` until they are out or the client is gone.
        package func dribble(_ bytes: [UInt8], bytesPerSecond: Int) {
            let piece = max(1, bytesPerSecond / 20)
            var rest = bytes[...]
            while !rest.isEmpty, send(Array(rest.prefix(piece))) {
                rest = rest.dropFirst(piece)
                usleep(50000)
            }
        }
        /// Says nothing more until the client has gone.
        package func hang() { while !socket.receive().isEmpty {} }
        /// Waits for another request on the same connection; `nil` when the client has gone.
        package func nextRequest() -> String? { RawHTTPServer.readRequest(from: socket) }
        /// Ends the connection.
        package func end() { socket.shutDown() }
        /// Breaks the connection.
        package func reset() { socket.reset() }
    }

    /// Its port.
    package let port: Int
    private let listener: LoopbackSocket
    private let exchanges = Guarded<[Exchange]>([])

    /// Starts to listen. `answer` runs on a thread of its own for each connection, which ends when it returns.
    package init(answer: @escaping @Sendable (Exchange) -> Void) throws {
        (listener, port) = try LoopbackSocket.listening()
        Thread.detachNewThread { [listener, weak self] in
            var number = 0
            while let socket = listener.accept() {
                Self.serve(socket, number, answer) { [weak self] in self?.note($0) }
                number += 1
            }
        }
    }

    deinit { stop() }

    /// Listens no more and ends all connections.
    package func stop() {
        listener.shutDown()
        for exchange in exchanges.withLock({ $0 }) { exchange.end() }
    }

    /// The URL of `path` here.
    package func url(of path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
    /// The paths that were asked for so far.
    package var paths: [String] { exchanges.withLock { $0.map(\.path) } }
    /// The requests that came so far.
    package var requests: [String] { exchanges.withLock { $0.map(\.request) } }

    private func note(_ exchange: Exchange) {
        exchanges.withLock { $0.append(exchange) }
    }

    private static func serve(
        _ socket: LoopbackSocket, _ number: Int, _ answer: @escaping @Sendable (Exchange) -> Void,
        _ note: @escaping @Sendable (Exchange) -> Void
    ) {
        Thread.detachNewThread {
            guard let request = readRequest(from: socket) else { return }
            let exchange = Exchange(request: request, number: number, socket: socket)
            note(exchange)
            answer(exchange)
            exchange.end()
        }
    }

    fileprivate static func readRequest(from socket: LoopbackSocket) -> String? {
        var request: [UInt8] = []
        while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
            let bytes = socket.receive()
            if bytes.isEmpty { return nil }
            request += bytes
        }
        return String(decoding: request, as: UTF8.self)
    }
}
