import Network
import RadioCore
import Testing

@testable import TestKit

/// What a scripted server sends, and when, and how its faults show.
struct ScriptedConnectionTests {
    /// What a connection that was opened at 100 s brought.
    private struct Brought {
        var status: Int?
        var retryAfter: Duration?
        var audio: [UInt8] = []
        var sound: [ScriptedBody.Sound] = []
        var end: Duration?
        var error: NetworkError.Kind?
    }

    private static let second = EndlessProgramme.bytesPerSecond
    /// The encoder has been running for 60 s when the clock begins, the answer takes 40 ms, and the burst is 4 s.
    private static let first = (160 - 4) * second + second * 40 / 1000

    private let programme: EndlessProgramme

    init() async throws {
        programme = try await EndlessProgramme()
    }

    /// Opens a connection at 100 s and takes all that it brings until `end`.
    private func listen(until end: Duration, metaint: Int? = nil, _ faults: [ScriptedFault]) -> Brought {
        var server = ScriptedServer(programme, faults: faults)
        server.metaint = metaint
        var connection = ScriptedConnection(
            HTTPRequest(url: "http://scripted.test/", icy: true), to: server, at: .seconds(100))
        var brought = Brought()
        while let due = connection.due, due <= end, brought.end == nil {
            while let action = connection.next(at: due) {
                switch action {
                case .head(let response): (brought.status, brought.retryAfter) = (response.status, response.retryAfter)
                case .piece(let piece):
                    brought.audio += piece
                    if let sound = connection.take(at: due) { brought.sound.append(sound) }
                case .end(let error): (brought.end, brought.error) = (due, error?.kind)
                }
            }
        }
        return brought
    }

    @Test func `a connection begins with a burst and goes on as the encoder does`() {
        let brought = listen(until: .seconds(110), [])
        #expect(brought.status == 200 && brought.end == nil)
        #expect(brought.sound.first?.range == Self.first..<Self.first + 4 * Self.second)
        #expect(brought.sound.last?.range.upperBound == 170 * Self.second)
        #expect(brought.audio == programme.bytes(Self.first..<170 * Self.second, run: 0))
    }

    @Test func `blocks with titles lie between the audio`() {
        let metaint = 1000
        let brought = listen(until: .seconds(110), metaint: metaint, [])
        let length = Int(brought.audio[metaint]) * 16
        let block = brought.audio[metaint + 1..<metaint + 1 + length]
        #expect(String(decoding: block, as: UTF8.self).hasPrefix("StreamTitle='Run 0 - Song 0';"))
        #expect(brought.audio[2 * metaint + 1 + length] == 0, "the title is told once")
    }

    @Test(
        arguments: [
            (.close, nil), (.reset, .reset), (.away(.refused), .reset), (.answer(status: 404, retryAfter: nil), .reset),
            (.restart, .reset), (.noBurst, nil), (.slow(.seconds(1)), nil),
        ] as [(ScriptedFault.Kind, NetworkError.Kind?)])
    func `a fault ends the connection, with all that was sent before`(
        _ kind: ScriptedFault.Kind, error: NetworkError.Kind?
    ) {
        let brought = listen(until: .seconds(110), [ScriptedFault(kind, at: .milliseconds(105_250))])
        #expect(brought.end == .milliseconds(105_250))
        #expect(brought.error == error)
        #expect(brought.sound.last?.range.upperBound == 165 * Self.second + Self.second / 4)
    }

    @Test(
        arguments: [
            (.offline(.nameLookup), .nameLookup, .milliseconds(100_040)), (.away(.tls), .tls, .milliseconds(100_040)),
            (.away(.timedOut), .timedOut, .seconds(110)), (.restart, .refused, .milliseconds(100_040)),
            (.slow(.seconds(20)), .timedOut, .seconds(115)),
        ] as [(ScriptedFault.Kind, NetworkError.Kind, Duration)])
    func `an attempt fails as the fault wants`(_ kind: ScriptedFault.Kind, error: NetworkError.Kind, end: Duration) {
        let brought = listen(until: .seconds(130), [ScriptedFault(kind, at: .seconds(99), lasts: .seconds(5))])
        #expect(brought.error == error)
        #expect(brought.end == end)
        #expect(brought.audio.isEmpty)
    }

    @Test func `an answer without a stream has its status and says when to come back`() {
        let fault = ScriptedFault(.answer(status: 503, retryAfter: 7), at: .seconds(99), lasts: .seconds(5))
        let brought = listen(until: .seconds(110), [fault])
        #expect(brought.status == 503 && brought.retryAfter == .seconds(7))
        #expect(brought.end != nil && brought.error == nil)
    }

    @Test func `what a short stall held back comes at its end, and a long one is given up`() {
        let short = listen(until: .seconds(115), [ScriptedFault(.stall, at: .seconds(105), lasts: .seconds(8))])
        #expect(short.end == nil)
        #expect(short.audio == programme.bytes(Self.first..<175 * Self.second, run: 0))
        let long = listen(
            until: .seconds(120), [ScriptedFault(.stall, at: .milliseconds(104_800), lasts: .seconds(12))])
        #expect(long.error == .stalled)
        #expect(long.end == .milliseconds(114_800), "ten seconds after the last piece")
    }

    @Test func `a trickle lets its share through`() {
        let fault = ScriptedFault(.trickle(share: 0.5), at: .seconds(105), lasts: .seconds(10))
        let brought = listen(until: .milliseconds(114_500), [fault])
        #expect(brought.sound.last?.range.upperBound == 165 * Self.second + 19 * Self.second / 4)
    }

    @Test func `garbage replaces bytes and no more`() {
        let brought = listen(until: .seconds(110), [ScriptedFault(.garbage(bytes: 300), at: .milliseconds(105_100))])
        let wanted = programme.bytes(Self.first..<170 * Self.second, run: 0)
        let differing = brought.audio.indices.filter { brought.audio[$0] != wanted[$0] }
        #expect(brought.audio.count == wanted.count)
        #expect(differing.count > 280)
        #expect((differing.last ?? 0) - (differing.first ?? 0) < 300)
        #expect(brought.sound.map(\.garbage).reduce(0, +) == 300)
    }

    @Test func `a server that began anew sends what was never sent before`() {
        let brought = listen(until: .seconds(110), [ScriptedFault(.restart, at: .seconds(97), lasts: .seconds(2))])
        #expect(brought.sound.first?.run == 1)
        #expect(brought.sound.first?.range == 0..<Self.second * 1040 / 1000, "all there is after a second")
        #expect(brought.audio == programme.bytes(0..<11 * Self.second, run: 1))
    }

    @Test func `a refused piece comes again, and nothing else before`() {
        var connection = ScriptedConnection(
            HTTPRequest(url: "http://scripted.test/"), to: ScriptedServer(programme), at: .seconds(100))
        let answered = Duration.milliseconds(100_040)
        _ = connection.next(at: answered)
        guard case .piece(let refused) = connection.next(at: answered) else {
            Issue.record("no piece")
            return
        }
        connection.pause()
        #expect(connection.due == nil)
        #expect(connection.next(at: .seconds(200)) == nil)
        connection.resume(at: .seconds(200))
        guard case .piece(let again) = connection.next(at: .seconds(200)) else {
            Issue.record("no piece")
            return
        }
        #expect(again == refused)
    }
}
