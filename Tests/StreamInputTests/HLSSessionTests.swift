import Network
import Playlists
import RadioCore
import Rings
import Synchronization
import TestKit
import Testing

@testable import StreamInput

/// The faults of a server of HLS, each with what lies in the buffer then.
@Suite(.timeLimit(.minutes(1)))
struct HLSSessionTests {
    /// A list of segments of 4 s with these numbers.
    private func list(
        _ numbers: Range<Int>, name: String = "s", isEnded: Bool = false, tags: [Int: String] = [:]
    ) -> HLSServer.Reply {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
        for number in numbers { text += "\(tags[number] ?? "")#EXTINF:4,\n\(name)\(number).ts\n" }
        return .text(text + (isEnded ? "#EXT-X-ENDLIST\n" : ""))
    }

    /// What the segment of that number has: 100 bytes, different in each.
    private func segment(_ number: Int) -> [UInt8] { (0..<100).map { UInt8(truncatingIfNeeded: number * 7 + $0) } }

    private func segments(_ numbers: [Int]) -> [UInt8] { numbers.flatMap(segment) }

    /// A server of the segments with these numbers, of `lists` at `/l`, and of `replies`, which go before.
    private func server(
        _ numbers: Range<Int>, lists: [HLSServer.Reply], name: String = "s",
        _ replies: [String: [HLSServer.Reply]] = [:]
    ) throws -> HLSServer {
        var all = ["/l": lists]
        for number in numbers { all["/\(name)\(number).ts"] = [.bytes(segment(number))] }
        return try HLSServer(all.merging(replies) { $1 })
    }

    // MARK: Honest servers

    @Test func `plays what has an end to its end, over one connection`() async throws {
        let server = try server(1..<6, lists: [list(1..<6, isEnded: true)])
        let bench = HLSBench()
        let ending = try await bench.play(server.url(of: "/l"))
        #expect(ending.isEnded && ending.goodFor != nil)
        #expect(bench.bytes == segments([1, 2, 3, 4, 5]) && bench.joints == [])
        #expect(
            bench.events == [
                .connected(StreamHead(url: server.url(of: "/l"), contentType: "video/mp2t"), at: 0), .flowing,
            ])
        #expect(server.requests.map(\.path) == ["/l"] + (1..<6).map { "/s\($0).ts" })
        // The list was fetched by the test, over another connection.
        #expect(Set(server.requests.dropFirst().map(\.connection)).count == 1)
        await bench.end()
    }

    @Test func `follows a live list as it moves on`() async throws {
        let lists = [list(10..<15), list(11..<16), list(11..<16), list(13..<18), list(13..<18, isEnded: true)]
        let server = try server(10..<18, lists: lists)
        let bench = HLSBench()
        #expect(try await bench.play(server.url(of: "/l")).isEnded)
        #expect(bench.bytes == segments(Array(12..<18)) && bench.joints == [])
        await bench.end()
    }

    @Test func `takes the best of a master list, and the next where that cannot be had`() async throws {
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=50000,CODECS="mp4a.40.2"
            low
            #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="mp4a.40.2"
            high
            #EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="mp4a.40.2"
            mid
            """
        let server = try server(
            1..<3, lists: [],
            [
                "/m": [.text(master)], "/high": [.status(404)], "/mid": [list(7..<8, name: "gone", isEnded: true)],
                "/low": [list(1..<3, isEnded: true)],
            ])
        let bench = HLSBench()
        #expect(try await bench.play(server.url(of: "/m")).isEnded)
        #expect(bench.bytes == segments([1, 2]))
        #expect(server.requests.map(\.path) == ["/m", "/high", "/mid", "/gone7.ts", "/low", "/s1.ts", "/s2.ts"])
        await bench.end()
    }

    // MARK: Faults

    @Test func `jumps to the live edge when a segment is gone, and says what is lost`() async throws {
        let lists = [list(10..<15), list(20..<26), list(20..<26, isEnded: true)]
        let server = try server(10..<26, lists: lists, ["/s13.ts": [.status(404)]])
        let bench = HLSBench()
        #expect(try await bench.play(server.url(of: "/l")).isEnded)
        #expect(bench.bytes == segments([12, 14, 20, 21, 22, 23, 24, 25]))
        #expect(bench.joints == [100, 200])
        #expect(bench.board.counters.missingSegments == 1)
        #expect(
            bench.events.suffix(2) == [
                .spliced(Splice(.byTime, lost: .seconds(4)), at: 100),
                .spliced(Splice(.byTime, lost: .seconds(20)), at: 200),
            ])
        await bench.end()
    }

    @Test func `asks again for a segment that fails, and passes over it when it goes on failing`() async throws {
        let good = segment(11)
        let server = try server(
            10..<14, lists: [list(10..<14, isEnded: true)],
            ["/s11.ts": [.status(500), .cut(good), .bytes(good)], "/s12.ts": [.status(500)]])
        let bench = HLSBench()
        #expect(try await bench.play(server.url(of: "/l")).isEnded)
        #expect(bench.bytes == segments([10, 11, 13]) && bench.joints == [200])
        #expect(server.count(of: "/s11.ts") == 3 && server.count(of: "/s12.ts") > 3)
        #expect(bench.board.counters.missingSegments == 1)
        await bench.end()
    }

    @Test func `begins anew at the live edge when the numbers do`() async throws {
        let lists = [list(10..<15), list(0..<4, name: "n"), list(0..<5, name: "n", isEnded: true)]
        let fresh = Dictionary(
            uniqueKeysWithValues: (0..<5).map { ("/n\($0).ts", [HLSServer.Reply.bytes(segment($0))]) })
        let server = try server(10..<15, lists: lists, fresh)
        let bench = HLSBench()
        #expect(try await bench.play(server.url(of: "/l")).isEnded)
        #expect(bench.bytes == segments([12, 13, 14, 1, 2, 3, 4]) && bench.joints == [300])
        await bench.end()
    }

    @Test func `puts a joint at a discontinuity, and loses nothing there`() async throws {
        let tags = [12: "#EXT-X-DISCONTINUITY\n"]
        let server = try server(10..<14, lists: [list(10..<14, isEnded: true, tags: tags)])
        let bench = HLSBench()
        #expect(try await bench.play(server.url(of: "/l")).isEnded)
        #expect(bench.bytes == segments([10, 11, 12, 13]) && bench.joints == [200])
        #expect(bench.events.count == 2)
        await bench.end()
    }

    @Test func `gives up a list that stands still`() async throws {
        let server = try server(10..<15, lists: [list(10..<15)])
        let bench = HLSBench()
        let ending = try await bench.play(server.url(of: "/l"))
        #expect(ending.error == StreamError(.stalled, url: server.url(of: "/l")))
        #expect(bench.bytes == segments([12, 13, 14]))
        #expect(bench.board.counters.stalls == 1)
        // Every two seconds for 22 s, the first after four.
        #expect((10...12).contains(server.count(of: "/l")))
        await bench.end()
    }

    @Test func `waits for an empty list to be filled, and gives it up in the end`() async throws {
        let server = try server(0..<2, lists: [list(0..<0), list(0..<0), list(0..<2), list(0..<2, isEnded: true)])
        let bench = HLSBench()
        #expect(try await bench.play(server.url(of: "/l")).isEnded)
        #expect(bench.bytes == segments([0, 1]))
        server.set([list(0..<0)], at: "/empty")
        let empty = try await bench.play(server.url(of: "/empty"))
        #expect(empty.error == StreamError(.stalled, url: server.url(of: "/empty")) && empty.goodFor == nil)
        server.set([list(0..<0, isEnded: true)], at: "/over")
        let over = try await bench.play(server.url(of: "/over"))
        #expect(over.error == StreamError(.empty, url: server.url(of: "/over")))
        await bench.end()
    }

    @Test func `gives up a list that is gone after three tries, and one that it is sent away from at once`()
        async throws
    {
        let server = try server(10..<15, lists: [list(10..<15), .status(404)])
        let bench = HLSBench()
        let gone = try await bench.play(server.url(of: "/l"))
        #expect(gone.error?.kind == .notFound(status: 404))
        #expect(server.count(of: "/l") == 4)
        server.set([list(10..<15), .status(500), .status(500), list(11..<16), .status(403)], at: "/token")
        server.set([.bytes(segment(15))], at: "/s15.ts")
        let refused = try await bench.play(server.url(of: "/token"))
        #expect(refused.error?.kind == .refused(status: 403))
        #expect(bench.bytes == segments([12, 13, 14, 12, 13, 14, 15]))
        await bench.end()
    }

    @Test func `tells what none of the first segments has`() async throws {
        let server = try server(0..<0, lists: [list(10..<16)])
        let bench = HLSBench()
        let ending = try await bench.play(server.url(of: "/l"))
        #expect(ending.error?.kind == .notFound(status: 404) && ending.goodFor == nil)
        #expect(server.requests.map(\.path) == ["/l", "/s13.ts", "/s14.ts", "/s15.ts"])
        await bench.end()
    }

    @Test func `takes segments that come slowly, and passes over what trickles for too long`() async throws {
        let clock = ManualClock()
        let server = try server(
            10..<13, lists: [list(10..<13, isEnded: true)],
            ["/s10.ts": [.dribble(segment(10), bytesPerSecond: 400)], "/s11.ts": [.hang]])
        let bench = HLSBench(clock: clock)
        let playing = Task { try await bench.play(server.url(of: "/l")) }
        await server.waitForRequest(of: "/s11.ts")
        // Nobody else waits: what came slowly has come.
        await clock.waitForSleepers()
        clock.advance(by: .seconds(12))
        #expect(try await playing.value.isEnded)
        #expect(bench.bytes == segments([10, 12]) && bench.joints == [100])
        await bench.end()
    }

    // MARK: Going on

    @Test func `goes on exactly behind a lost connection, where the list still has what comes next`() async throws {
        let server = try server(10..<18, lists: [list(10..<15), .status(403)])
        let bench = HLSBench()
        let lost = try await bench.play(server.url(of: "/l"))
        #expect(lost.error?.kind == .refused(status: 403))
        server.set([list(12..<17, isEnded: true)], at: "/l")
        let ending = try await bench.play(server.url(of: "/l"), following: lost.progress)
        #expect(ending.isEnded)
        #expect(bench.bytes == segments(Array(12..<17)) && bench.joints == [])
        #expect(bench.events.suffix(2) == [.flowing, .spliced(Splice(.exact), at: 300)])
        #expect(bench.board.connection(at: 300)?.number == 1)
        await bench.end()
    }

    @Test func `joins what comes when the list has moved past what is held`() async throws {
        let server = try server(10..<25, lists: [list(10..<15), .status(403)])
        let bench = HLSBench()
        let lost = try await bench.play(server.url(of: "/l"))
        server.set([list(20..<25, isEnded: true)], at: "/l")
        _ = try await bench.play(server.url(of: "/l"), following: lost.progress)
        #expect(bench.bytes == segments([12, 13, 14, 20, 21, 22, 23, 24]) && bench.joints == [300])
        #expect(bench.events.last == .spliced(Splice(.byTime, lost: .seconds(20)), at: 300))
        await bench.end()
    }

    @Test func `remembers how far it came over tries that fail`() async throws {
        let server = try server(10..<18, lists: [list(10..<15), .status(403)])
        let bench = HLSBench()
        let lost = try await bench.play(server.url(of: "/l"))
        server.set([list(10..<15), .status(429)], at: "/l")
        let again = try await bench.play(server.url(of: "/l"), following: lost.progress)
        #expect(again.progress == lost.progress && again.goodFor == nil)
        await bench.end()
    }

    // MARK: Waiting

    @Test func `waits for room, one segment ahead, and goes on when there is some`() async throws {
        let large = (0..<6).map { [UInt8](repeating: UInt8($0), count: 100_000) }
        let replies = Dictionary(
            uniqueKeysWithValues: (0..<6).map { ("/s\($0).ts", [HLSServer.Reply.bytes(large[$0])]) })
        let server = try server(0..<0, lists: [list(0..<6, isEnded: true)], replies)
        let bench = HLSBench(limit: 250_000)
        let playing = Task { try await bench.play(server.url(of: "/l")) }
        await server.waitForRequest(of: "/s3.ts")
        var taken: [UInt8] = []
        while taken.count < 600_000 {
            // What is not needed yet is not asked for: one is put in, one is ahead.
            #expect(server.count(of: "/s5.ts") == 0 || taken.count > 150_000)
            taken += bench.read(from: taken.count)
            await Task.yield()
        }
        #expect(taken == large.flatMap(\.self))
        #expect(try await playing.value.isEnded)
        await bench.end()
    }

    @Test func `is full when a paused listener's buffer is, even if it waited for room before`() async throws {
        let replies = Dictionary(
            uniqueKeysWithValues: (0..<6).map {
                ("/s\($0).ts", [HLSServer.Reply.bytes(.init(repeating: 1, count: 100_000))])
            })
        let server = try server(0..<0, lists: [list(0..<6)], replies)
        let bench = HLSBench(limit: 150_000)
        let session = try await bench.session(server.url(of: "/l"))
        let playing = Task { await session.run() }
        await server.waitForRequest(of: "/s5.ts")
        bench.isListenerPaused.store(true, ordering: .relaxed)
        session.transfer.resume()
        let ending = await playing.value
        #expect(ending.isFull && ending.progress == nil)
        #expect(bench.ledger.live(of: "test").isEmpty)
        await bench.end()
    }

    @Test(arguments: ["/l", "/s10.ts", "/s11.ts"])
    func `ends at once wherever it is cancelled`(hanging: String) async throws {
        let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nl\n"
        let server = try server(10..<12, lists: [list(10..<12, isEnded: true)], ["/m": [.text(master)]])
        server.set([.hang], at: hanging)
        let bench = HLSBench(clock: ManualClock())
        let session = try await bench.session(server.url(of: "/m"))
        let playing = Task { await session.run() }
        await server.waitForRequest(of: hanging)
        session.transfer.cancel()
        #expect(await playing.value.isCancelled)
        #expect(bench.ledger.live(of: "test").isEmpty)
        await bench.end()
    }
}
