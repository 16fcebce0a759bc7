import Glibc
import RadioCore
import Rings
import TestKit
import Testing

@testable import Playback

/// A whole player in a pause that lets the ring grow, with a real server and on a clock of the test's own.
@Suite(.timeLimit(.minutes(2)))
struct LongPauseTests {
    /// Whether the player has paused, as its server knows.
    private final class Pause: Sendable {
        let hasBegun = Guarded(false)
    }

    /// A player that plays, and its station: ten seconds for every listener, and far more than fits for the first one.
    private struct Stage {
        let bench: PlayerBench
        let server: RawHTTPServer
        /// Ends when the first connection takes no more.
        let full: AsyncStream<Void>
        private let pause = Pause()

        init(limit: Int) async throws {
            let sound = try await TestSound.loop(10)
            let (full, finish) = AsyncStream.makeStream(of: Void.self)
            server = try RawHTTPServer { [pause] exchange in
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
                exchange.send(sound)
                guard exchange.number == 0 else { return exchange.hang() }
                while !pause.hasBegun.withLock({ $0 }) { usleep(1000) }
                while exchange.send(sound) {}
                finish.finish()
            }
            let station = Station(id: "drone", name: "drone", streams: [.init(url: server.url())])
            var configuration = PlayerConfiguration(station: station, output: .null, stationGiveUp: nil)
            configuration.bufferLimit = limit
            bench = PlayerBench(configuration)
            self.full = full
            await bench.player.start()
            await bench.state(.playing)
            // Far enough in to step back.
            while (await bench.player.heardPosition ?? 0) < TestSound.loopedSecond {
                try await Task.sleep(for: .milliseconds(1), clock: .suspending)
            }
        }

        /// Pauses until all that can be held is held.
        func pause() async throws {
            try await bench.player.perform(.pause)
            await bench.state(.paused)
            pause.hasBegun.withLock { $0 = true }
            for await _ in full {}
            while await bench.player.inputs.transfer != .full {
                try await Task.sleep(for: .milliseconds(1), clock: .suspending)
            }
        }
    }

    /// Two chunks more than what is kept behind.
    private static let limit = 120 * TestSound.loopedSecond + 2 << 18

    @Test func `a full ring closes the transfer, and the sound goes on live and says so`() async throws {
        let stage = try await Stage(limit: Self.limit)
        let bench = stage.bench
        try await stage.pause()
        let full = try #require(await bench.player.held)
        #expect(full.count > Self.limit / 2 && full.count <= Self.limit)
        #expect(await bench.player.status()?.state == .paused)
        #expect(stage.server.requests.count == 1, "nobody asks again in a pause")
        let seen = bench.told.count
        try await bench.player.perform(.resume)
        #expect(await bench.warning("rejoined-live"))
        #expect(await bench.state(.playing) != nil)
        #expect(bench.states(since: seen) == [.connecting, .buffering, .playing])
        #expect(stage.server.requests.count == 2)
        let held = try #require(await bench.player.held)
        #expect(held.lowerBound >= full.upperBound, "of what came in the pause \(held) is left")
        let goodbye = await bench.goodbye()
        #expect(goodbye?.leakedTimers == 0 && goodbye?.leakedListeners == 0)
    }

    @Test func `live is live, also when the ring is full of what was live hours ago`() async throws {
        let stage = try await Stage(limit: Self.limit)
        let bench = stage.bench
        try await stage.pause()
        let full = try #require(await bench.player.held)
        try await bench.player.perform(.live)
        #expect(await bench.warning("rejoined-live"))
        #expect(await bench.state(.playing) != nil)
        #expect(try #require(await bench.player.held).lowerBound >= full.upperBound)
        #expect(await bench.goodbye()?.status == 0)
    }

    @Test func `a step back from a full ring plays what is held, and the transfer goes on`() async throws {
        let stage = try await Stage(limit: Self.limit)
        let bench = stage.bench
        try await stage.pause()
        let seen = bench.told.count
        try await bench.player.perform(.back(.milliseconds(100)))
        #expect(await bench.state(.playing) != nil)
        #expect(bench.states(since: seen).last == .playing)
        while stage.server.requests.count < 2 { try await Task.sleep(for: .milliseconds(1), clock: .suspending) }
        let hasRejoined = bench.told.contains { if case .warning = $0 { true } else { false } }
        #expect(!hasRejoined, "\(bench.told)")
        let goodbye = await bench.goodbye()
        #expect(goodbye?.leakedTimers == 0 && goodbye?.leakedListeners == 0)
    }

    @Test func `what a pause held is given back as soon as it lies two minutes behind`() async throws {
        let stage = try await Stage(limit: 2 * Self.limit)
        let bench = stage.bench
        try await stage.pause()
        #expect(try #require(await bench.player.held).count > Self.limit)
        try await bench.player.perform(.back(.milliseconds(100)))
        await bench.state(.playing)
        try await bench.player.perform(.live)
        // Time passes by itself: what is too old goes at the next housekeeping.
        while try #require(await bench.player.held).count > Self.limit {
            try await Task.sleep(for: .milliseconds(1), clock: .suspending)
        }
        #expect(await bench.goodbye()?.status == 0)
    }
}

extension Player {
    /// The positions of the stream that are held.
    var held: Range<Int>? { pipeline?.buffer.held }
}
