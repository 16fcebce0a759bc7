import Testing

@testable import AudioDecoding

struct SeamTests {
    /// Stereo at 48 kHz: 960 frames are held back.
    private var seam = Seam(channels: 2, sampleRate: 48000)
    private var out: [Float] = []

    private mutating func pass(_ samples: [Float]) {
        var samples = samples
        // Safe: the array is not touched by anybody else within the call.
        unsafe samples.withUnsafeMutableBufferPointer { samples in
            unsafe seam.pass(samples) { unsafe out.append(contentsOf: $0) }
        }
    }

    private mutating func gap(_ silence: Int) {
        unsafe seam.gap(silence: silence) { unsafe out.append(contentsOf: $0) }
    }
    private mutating func flush() { unsafe seam.flush { unsafe out.append(contentsOf: $0) } }

    @Test("sound that follows on passes unchanged, in pieces of any size", arguments: [1, 7, 576, 960, 1152, 5000])
    mutating func unchanged(piece: Int) {
        let sound = (0..<12_000).map { Float($0 % 997) / 997 }
        for start in stride(from: 0, to: sound.count, by: piece * 2) {
            #expect(seam.lag == (start - out.count) / 2)
            pass(Array(sound[start..<min(sound.count, start + piece * 2)]))
            #expect(seam.lag <= 960)
        }
        flush()
        #expect(out == sound)
        #expect(seam.lag == 0)
    }

    @Test("what is missing is silence between a fade-out and a fade-in, as long as it would have been")
    mutating func gaps() {
        pass([Float](repeating: 0.8, count: 4000))
        gap(1000)
        #expect(out.count == 4000 + 2000)
        pass([Float](repeating: -0.8, count: 4000))
        flush()
        #expect(out.count == 10_000)
        #expect(out[4000..<6000].allSatisfy { $0 == 0 } && out[6000] == 0)
        #expect(out[..<(4000 - 480)].allSatisfy { $0 == 0.8 } && out.suffix(4000 - 480).allSatisfy { $0 == -0.8 })
        #expect(zip(out, out.dropFirst(2)).allSatisfy { abs($0 - $1) < 0.01 })
    }

    @Test("a cut is a crossfade of equal power, in pieces of any size", arguments: [1, 100, 576, 1152, 2000])
    mutating func cuts(piece: Int) {
        pass([Float](repeating: 0.5, count: 4000))
        seam.cut()
        #expect(seam.lag == 0, "what is passed next begins where the frames begin that are held back")
        for _ in stride(from: 0, to: 2000, by: piece) { pass([Float](repeating: -0.5, count: piece * 2)) }
        flush()
        #expect(out.prefix(4000 - 1920).allSatisfy { $0 == 0.5 })
        let mix = out[(4000 - 1920)..<4000]
        #expect(zip(mix, mix.dropFirst(2)).allSatisfy { $0 >= $1 })
        #expect(abs(mix[4000 - 960]) < 0.002, "as much of the one as of the other")
        #expect(out.dropFirst(4000).allSatisfy { $0 == -0.5 })
        #expect(zip(out, out.dropFirst(2)).allSatisfy { abs($0 - $1) < 0.002 })
    }

    @Test("a cut before any sound is a fade-in")
    mutating func cutAtStart() {
        seam.cut()
        pass([Float](repeating: 1, count: 4000))
        flush()
        #expect(out[0] == 0 && out[2 * 240] == 1 && out.count == 4000)
    }
}
