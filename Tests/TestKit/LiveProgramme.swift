import Glibc
import RadioCore

/// A live stream of bytes that many connections join where it is, as from Icecast: a burst of what was sent last, then
/// what comes, with ICY blocks where they are asked for.
package final class LiveProgramme: Sendable {
    /// How a connection ends.
    package enum Ending: Sendable {
        /// Never; by the client, or with the programme.
        case none
        /// The server ends the answer when so many bytes of audio are out.
        case closed(after: Int)
        /// The connection breaks then.
        case reset(after: Int)
    }

    /// What is sent, whole.
    package let bytes: [UInt8]
    /// Bytes that a connection begins with.
    package let burst: Int
    /// Bytes a second.
    package let rate: Int
    private let metaint: Int?
    private let start = SuspendingClock.now

    /// Begins to send `bytes`, of which `burst` are out already.
    package init(_ bytes: [UInt8], rate: Int = 16_000, burst: Int = 65_536, metaint: Int? = 8192) {
        self.bytes = bytes
        self.rate = rate
        self.burst = burst
        self.metaint = metaint
    }

    /// The bytes that are out.
    package var edge: Int { min(bytes.count, burst + Int((SuspendingClock.now - start) / .seconds(1) * Double(rate))) }

    /// Answers a request with the stream as it is now.
    package func serve(_ exchange: RawHTTPServer.Exchange, type: String = "audio/mpeg", ending: Ending = .none) {
        let wantsTitles = metaint != nil && exchange.request.lowercased().contains("icy-metadata: 1")
        let titles = wantsTitles ? metaint : nil
        let field = titles.map { "icy-metaint: \($0)\r\n" } ?? ""
        exchange.send("HTTP/1.0 200 OK\r\nContent-Type: \(type)\r\n\(field)\r\n")
        var place = max(0, edge - burst)
        var sinceTitle = 0
        let end = Self.limit(ending).map { place + $0 } ?? .max
        while place < min(end, bytes.count) {
            let piece = bytes[place..<min(edge, end)]
            place += piece.count
            guard exchange.send(Self.wrap(piece, titles, &sinceTitle)) else { return }
            usleep(20_000)
        }
        switch ending {
        case .none: exchange.hang()
        case .closed: exchange.end()
        case .reset: exchange.reset()
        }
    }

    private static func limit(_ ending: Ending) -> Int? {
        switch ending {
        case .none: nil
        case .closed(let count), .reset(let count): count
        }
    }

    /// `audio` with an empty block after each `metaint` bytes.
    private static func wrap(_ audio: ArraySlice<UInt8>, _ metaint: Int?, _ since: inout Int) -> [UInt8] {
        guard let metaint else { return Array(audio) }
        var out: [UInt8] = []
        var rest = audio
        while !rest.isEmpty {
            let count = min(rest.count, metaint - since)
            out += rest.prefix(count)
            rest = rest.dropFirst(count)
            since += count
            guard since == metaint else { continue }
            out.append(0)
            since = 0
        }
        return out
    }
}
