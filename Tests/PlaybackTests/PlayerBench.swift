import Playback
import RadioCore
import TestKit

@testable import Playback

/// A whole player on a clock that the test turns as fast as the machine can, with what it has told so far.
final class PlayerBench {
    let player: Player
    private(set) var told: [Playback.PlayerEvent] = []
    private var events: AsyncStream<Playback.PlayerEvent>.Iterator
    let clock: ManualClock
    private var motor: ClockMotor?

    /// A player that has not been started. With `turnsClock` time passes by itself, else the test turns the clock.
    init(_ configuration: PlayerConfiguration, turnsClock: Bool = true) {
        clock = ManualClock()
        player = Player(configuration, ledger: Ledger(), clock: clock) { 0.5 }
        events = player.events().makeAsyncIterator()
        if turnsClock { letTimePass() }
    }

    deinit {
        guard let motor else { return }
        Task { await motor.stop() }
    }

    /// From now on time passes by itself, as fast as the player can follow.
    func letTimePass() { motor = ClockMotor(clock) }

    /// Waits until `isWanted` is true of an event, and returns that; `nil` when the player has ended before.
    func event(where isWanted: (Playback.PlayerEvent) -> Bool) async -> Playback.PlayerEvent? {
        while let event = await events.next(isolation: #isolation) {
            told.append(event)
            if isWanted(event) { return event }
        }
        return nil
    }

    /// Waits until the player is in `state`, and returns how it got there.
    @discardableResult func state(_ state: PlayerState, audible: Bool? = nil) async -> StateChange? {
        let event = await event {
            guard case .state(let change) = $0 else { return false }
            return change.state == state && change.audible == audible
        }
        if case .state(let change) = event { return change }
        return nil
    }

    /// Waits until the player warns of `code`; false when it has ended before.
    func warning(_ code: String) async -> Bool {
        await event { if case .warning(code: code, _) = $0 { true } else { false } } != nil
    }

    /// The states that were told after the first `count` events.
    func states(since count: Int) -> [PlayerState] {
        told.dropFirst(count).compactMap { if case .state(let change) = $0 { change.state } else { nil } }
    }

    /// Ends the player and returns its goodbye.
    func goodbye(_ reason: EndReason = .quit) async -> Goodbye? {
        let player = player
        let stopping = Task { await player.stop(reason) }
        defer { stopping.cancel() }
        guard case .bye(let goodbye) = await event(where: { if case .bye = $0 { true } else { false } }) else {
            return nil
        }
        return goodbye
    }
}

/// Sound that ffmpeg makes on the spot.
enum TestSound {
    /// `seconds` of a tone, coded as `arguments` say.
    static func tone(_ seconds: Int, rate: Int = 48_000, channels: Int = 2, _ arguments: [String]) async throws
        -> [UInt8]
    {
        try await ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=220:r=\(rate):d=\(seconds)"]
                + ["-ac", "\(channels)"] + arguments + ["-"])
    }

    /// MP3 at a constant bitrate.
    static func mp3(_ seconds: Int, rate: Int = 48_000, channels: Int = 2) async throws -> [UInt8] {
        try await tone(seconds, rate: rate, channels: channels, ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"])
    }

    /// MP3 that may be sent again and again as one stream: no header frame, and no frame leans on the one before. A
    /// second of it has `loopedSecond` bytes.
    static func loop(_ seconds: Int) async throws -> [UInt8] {
        try await tone(
            seconds,
            ["-c:a", "libmp3lame", "-b:a", "128k", "-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0"]
                + ["-f", "mp3"])
    }

    /// Bytes for a second of a loop.
    static let loopedSecond = 16_000
}
