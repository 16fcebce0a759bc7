import Playback
import RadioCore
import TestKit
import Testing

@testable import Playback

extension OnRealParts {
    /// What is heard when connections are lost.
    @Suite struct HeardDropTests {
        @Test("a hundred drops anywhere in the stream are not heard: the sound is one stretch of what was sent")
        func hundredDrops() async throws {
            let bytes = try await KnownSound.mp3(seconds: 75)
            let expected = Samples(try await KnownSound.decoded(bytes, as: "s16le"))
            let programme = LiveProgramme(bytes)
            var chance = SeededRandom(seed: 7)
            let lengths = (0..<100).map { _ in Int.random(in: 66_000...72_000, using: &chance) }
            let server = try RawHTTPServer { exchange in
                let length = exchange.number < lengths.count ? lengths[exchange.number] : nil
                let isReset = exchange.number % 2 == 1
                programme.serve(
                    exchange, ending: length.map { isReset ? .reset(after: $0) : .closed(after: $0) } ?? .none)
            }
            let directory = try PrivateDirectory()
            let file = directory.path(of: "out.wav")
            // Chance is none, so that every retry comes at once.
            let player = Player(
                PlayerConfiguration(station: .url(server.url()), output: .wav(path: file)), ledger: Ledger(),
                clock: SuspendingClock()
            ) { 0 }
            let events = player.events()
            let telling = Task {
                var splices: [SpliceReport] = []
                var underruns = 0
                for await event in events {
                    if case .splice(let report) = event { splices.append(report) }
                    if case .state(let change) = event, change.state == .buffering, !splices.isEmpty { underruns += 1 }
                    if splices.count == lengths.count { await player.stop(.quit) }
                }
                return (splices, underruns)
            }
            await player.start()
            let (splices, underruns) = await telling.value
            #expect(splices.count == lengths.count && splices.allSatisfy { $0 == SpliceReport(kind: .exact) })
            #expect(underruns == 0)
            let wave = try Wave(contentsOf: file).samples.dropFirst(2 * 4608).dropLast(2 * (1920 + 1))
            #expect(wave.count > 2 * 48000 * 10)
            #expect(expected.place(of: Array(wave)) != nil, "\(wave.count) samples are not one stretch")
        }
    }
}
