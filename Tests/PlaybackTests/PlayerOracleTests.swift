import Testing

@testable import Playback

struct PlayerOracleTests {
    private static let retrying = PlayerInputs.Transfer.retrying(isFinal: false, attempt: 1)
    private static let refused = PlayerInputs.Transfer.retrying(isFinal: true, attempt: 1)

    private static let table: [(PlayerInputs.Intent, PlayerInputs.Transfer, Bool, Bool, PlayerState, Bool?)] = [
        // intent, transfer, sounding, has sounded, state, audible
        (.play, .connecting, false, false, .connecting, nil),
        (.play, .flowing, false, false, .buffering, nil),
        (.play, .flowing, true, true, .playing, nil),
        (.play, .flowing, false, true, .buffering, nil),
        (.play, retrying, false, false, .connecting, nil),
        (.play, retrying, true, true, .reconnecting, true),
        (.play, retrying, false, true, .reconnecting, false),
        (.play, refused, false, false, .connecting, nil),
        (.play, refused, true, true, .reconnecting, true),
        (.play, refused, false, true, .failed, nil),
        (.play, .failed, false, false, .failed, nil),
        (.play, .failed, false, true, .failed, nil),
        (.play, .failed, true, true, .reconnecting, true),
        (.play, .ended, true, true, .playing, nil),
        (.play, .full, true, true, .playing, nil),
        (.pause, .flowing, true, true, .playing, nil),
        (.pause, .flowing, false, true, .paused, nil),
        (.pause, .connecting, false, false, .paused, nil),
        (.pause, retrying, false, true, .paused, nil),
        (.pause, .full, false, true, .paused, nil),
        (.end, .flowing, true, true, .stopped, nil),
        (.end, .failed, false, false, .stopped, nil),
    ]

    @Test(arguments: table.indices) func `the state follows from plain inputs`(row: Int) {
        let (intent, transfer, isSounding, hasSounded, state, audible) = Self.table[row]
        let inputs = PlayerInputs(
            intent: intent, transfer: transfer, isSounding: isSounding, hasSounded: hasSounded)
        let verdict = PlayerOracle.verdict(inputs)
        #expect(verdict.state == state && verdict.audible == audible)
        // In silence each try is news.
        let isAwaited = !isSounding && intent == .play && [Self.retrying, Self.refused].contains(transfer)
        #expect(verdict.attempt == (isAwaited ? 1 : nil))
    }

    @Test(arguments: [PlayerInputs.Transfer.flowing, .ended, retrying, refused, .failed])
    func `an output that takes nothing is told, however the stream is doing`(transfer: PlayerInputs.Transfer) {
        var inputs = PlayerInputs(sink: .lost, transfer: transfer, hasSounded: true)
        #expect(PlayerOracle.verdict(inputs) == PlayerOracle.Verdict(state: .reconnecting, audible: false))
        inputs.sink = .blocked
        #expect(PlayerOracle.verdict(inputs) == PlayerOracle.Verdict(state: .failed))
        inputs.intent = .pause
        #expect(PlayerOracle.verdict(inputs) == PlayerOracle.Verdict(state: .paused))
    }
}
