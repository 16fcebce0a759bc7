import RadioCore
import TestKit
import Testing

@testable import Playback

/// The reserve of a whole player over forty minutes, on a network by script and a clock of the test's own.
@Suite(.timeLimit(.minutes(5)))
struct GrowingReserveTests {
    /// Where things stand at a moment.
    fileprivate struct Look {
        /// All that is held ahead of the ear, in seconds.
        var reserve: Double
        /// What has been heard, in seconds of the station.
        var heard: Double
        /// The player's time, in seconds.
        var time: Double
    }

    /// What is heard is known to a packet, and what is held to a piece of the stream.
    private static let (packet, piece) = (0.036, 0.5)

    @Test func `the reserve grows to what was asked for, so slowly that nobody hears it`() async throws {
        let clock = ManualClock()
        let url = "http://scripted.test/stream"
        let network = try await ScriptedNetwork([url: ScriptedServer(EndlessProgramme())], clock: clock)
        let player = Player(
            PlayerConfiguration(station: .url(url), output: .null), ledger: Ledger(), clock: clock,
            network: { _ in network }
        ) { 0.5 }
        let events = player.events()
        await player.start()
        let motor = ClockMotor(clock)
        var looks: [Look] = []
        for minute in 0...40 {
            // A moment at which nothing else is due, so that everybody else sleeps.
            try await clock.sleep(until: .init(offset: .seconds(60 * minute + 5) + .microseconds(137)))
            try await looks.append(player.look(at: clock.now.offset.seconds))
        }
        let underruns = await player.stats().underruns
        await player.stop(.quit)
        await motor.stop()
        for (before, after) in zip(looks, looks.dropFirst()) {
            let speed = (after.heard - before.heard) / (after.time - before.time)
            #expect(speed > 0.997 - Self.packet / 60 && speed < 1 + Self.packet / 60, "\(before) \(after)")
            #expect(after.reserve > before.reserve - Self.piece && after.reserve < before.reserve + 0.25 + Self.piece)
        }
        #expect(looks[0].reserve < 4.5 && looks[20].reserve > 6 && looks[20].reserve < 9, "\(looks[0]) \(looks[20])")
        #expect(looks[33].reserve > 9, "after half an hour: \(looks[33])")
        #expect(looks[40].reserve > 9.3 && looks[40].reserve < 11, "\(looks[40])")
        #expect(underruns == 0)
        var states: [PlayerState] = []
        for await event in events { if case .state(let change) = event { states.append(change.state) } }
        #expect(states == [.connecting, .buffering, .playing, .stopped])
    }
}

extension Player {
    fileprivate func look(at time: Double) throws -> GrowingReserveTests.Look {
        let heard = try #require(heardPosition)
        return .init(
            reserve: reserve.seconds, heard: Double(heard) / Double(EndlessProgramme.bytesPerSecond), time: time)
    }
}
