import Testing

@testable import AudioDecoding

struct SilenceWatchTests {
    @Test("half a minute below -60 dBFS is told once, and anew after sound")
    func once() {
        var watch = SilenceWatch()
        func seconds(_ count: Int, _ peak: Float) -> Int {
            (0..<count * 10).count { _ in watch.take(4800, isSilent: peak < SilenceWatch.level, sampleRate: 48_000) }
        }
        #expect(seconds(29, 0.0009) == 0)
        #expect(seconds(1, 0.001) == 0, "sound, however soft")
        #expect(seconds(29, 0) == 0)
        #expect(seconds(2, 0.0005) == 1)
        #expect(seconds(600, 0) == 0)
        #expect(seconds(1, 0.5) == 0)
        #expect(seconds(30, 0) == 1)
    }
}
