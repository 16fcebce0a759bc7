import AudioDecoding
import AudioOutput
import RadioCore
import Rings
import TestKit
import Testing

@testable import Playback

/// The reserve of a whole player over forty minutes, with a real server and a real decoder.
@Suite(.timeLimit(.minutes(10)))
struct GrowingReserveTests {
    /// What is heard is known to a packet.
    private static let packet = 1152.0 / 48_000

    @Test func `the reserve grows to what was asked for, so slowly that nobody hears it`() async throws {
        let evening = try await SlowEvening()
        var looks = [try await evening.look()]
        for _ in 0..<40 {
            await evening.play(.seconds(60))
            looks.append(try await evening.look())
        }
        for (before, after) in zip(looks, looks.dropFirst()) {
            let speed = (after.heard - before.heard) / (after.time - before.time)
            let blur = Self.packet / (after.time - before.time)
            #expect(speed > 0.997 - blur && speed < 1 + blur, "\(before) \(after)")
            #expect(after.reserve > before.reserve && after.reserve < before.reserve + 0.25, "\(before) \(after)")
        }
        #expect(looks[0].reserve < 4)
        #expect(looks[30].reserve > 9, "after half an hour: \(looks[30])")
        #expect(looks[40].reserve > 10 && looks[40].reserve < 11, "\(looks[40])")
        #expect(await evening.bench.player.stats().underruns == 0)
        #expect(await evening.bench.goodbye()?.status == 0)
        #expect(evening.bench.states(since: 0) == [.connecting, .buffering, .playing, .stopped])
    }
}

/// A player on a null sink and a station that gives four seconds at once; time passes no faster than both follow.
private final class SlowEvening {
    /// Where things stand, as soon as a piece of the stream has come.
    struct Look {
        /// All that is held ahead of the ear, in seconds.
        var reserve: Double
        /// What has been heard, in seconds of the station.
        var heard: Double
        /// The player's time, in seconds.
        var time: Double
    }

    /// So much of a stream may lie in the kernel, so that the player sleeps: less would not wake it.
    private static let piece = 16 << 10
    private static let pieceLength = Duration.seconds(1) * piece / TestSound.loopedSecond

    let bench: PlayerBench
    private let server: RawHTTPServer
    private let listener: RawHTTPServer.Exchange
    private let sound: [UInt8]
    private let period: Int
    private var sent = 0

    init() async throws {
        let loop = try await TestSound.loop(30)
        (sound, period) = (loop + loop, loop.count)
        let (listeners, announce) = AsyncStream.makeStream(of: RawHTTPServer.Exchange.self)
        server = try RawHTTPServer { exchange in
            announce.yield(exchange)
            exchange.hang()
        }
        bench = PlayerBench(
            PlayerConfiguration(station: .url(server.url()), output: .null, stationGiveUp: nil), turnsClock: false)
        await bench.player.start()
        listener = try #require(await listeners.first { _ in true })
        listener.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
        send(4 * TestSound.loopedSecond)
        await followsStream()
        while await bench.player.status()?.state != .playing {
            if isOutputAsleep { bench.clock.advance(by: .milliseconds(50)) }
            await Task.yield()
        }
    }

    /// Lets about so much time pass, and what the station sends in it come.
    func play(_ duration: Duration) async {
        for _ in 0..<Int((duration / Self.pieceLength).rounded()) {
            for _ in 0..<4 {
                bench.clock.advance(by: Self.pieceLength / 4)
                while !isOutputAsleep { await Task.yield() }
            }
            send(Self.piece)
            await followsStream()
        }
    }

    /// Waits until the player has taken what was sent.
    private func followsStream() async {
        while await !bench.player.hasDecoded(sent) { await Task.yield() }
    }

    func look() async throws -> Look {
        try await bench.player.look(at: bench.clock.now.offset)
    }

    private func send(_ count: Int) {
        listener.send(Array(sound[(sent % period)...].prefix(count)))
        sent += count
    }

    /// The output sleeps beside the housekeeping once it has written what was due.
    private var isOutputAsleep: Bool { bench.clock.sleeperCount == 2 }
}

extension Player {
    /// Whether all the `sent` bytes of the stream have come and are decoded, as far as there is room for that.
    fileprivate func hasDecoded(_ sent: Int) -> Bool {
        guard pipeline?.buffer.held.upperBound == sent, let done = pipeline?.session?.decodedPosition else {
            return false
        }
        let ahead = done.frame - (playheadOfPipeline?.frame ?? 0)
        return sent - done.byte < 2000 || ahead > 48_000 * 7 / 2
    }

    fileprivate func look(at time: Duration) throws -> SlowEvening.Look {
        let heard = Double(try #require(heardPosition)) / Double(TestSound.loopedSecond)
        return SlowEvening.Look(reserve: reserve.seconds, heard: heard, time: time.seconds)
    }
}
