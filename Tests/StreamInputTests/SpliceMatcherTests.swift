import Testing

@testable import StreamInput

/// Bytes without a pattern, the same each time.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}

struct SpliceMatcherTests {
    /// Feeds `bytes` in pieces until something is known.
    private func verdict(
        _ held: [UInt8], _ bytes: [UInt8], piece: Int = .max
    ) -> (verdict: SpliceMatcher.Verdict, fed: Int) {
        var matcher = SpliceMatcher(held: held)
        var fed = 0
        while fed < bytes.count {
            let end = min(bytes.count, fed + min(piece, bytes.count))
            let verdict = matcher.feed(bytes[fed..<end])
            fed = end
            if verdict != .undecided { return (verdict, fed) }
        }
        return (.undecided, fed)
    }

    @Test(arguments: [1, 7, 64, 1000, 100_000])
    func `bytes that begin anywhere in what is held follow exactly behind its end`(piece: Int) {
        let stream = noise(5000)
        for start in [0, 1, 63, 2000, 3000 - SpliceMatcher.seedLength] {
            let (found, fed) = verdict(Array(stream[..<3000]), Array(stream[start...]), piece: piece)
            #expect(found == .exact(overlap: 3000 - start), "from \(start)")
            #expect(piece > 1000 || fed < 3000 - start + piece, "told as soon as it is known")
        }
    }

    @Test func `more bytes are wanted while all that was seen is held`() {
        let stream = noise(3000)
        #expect(verdict(stream, Array(stream[1000..<1063])).verdict == .undecided, "too few to tell")
        #expect(verdict(stream, Array(stream[1000..<2999])).verdict == .undecided)
        #expect(verdict(stream, Array(stream[1000...])).verdict == .exact(overlap: 2000))
    }

    @Test func `other bytes follow nowhere`() {
        let held = noise(3000)
        #expect(verdict(held, noise(3000, seed: 2)).verdict == .none)
        #expect(verdict([], noise(64)).verdict == .none)
        #expect(verdict(Array(held[..<63]), held).verdict == .none, "less than can be recognised")
        var changed = Array(held[1000...])
        changed[1500] ^= 1
        #expect(verdict(held, changed).verdict == .none, "one byte is another")
        #expect(verdict(held, changed, piece: 10).verdict == .none)
    }

    @Test func `silence that repeats itself is certain only where sound frames it`() {
        let frame = noise(104, seed: 9)
        let silence = [[UInt8]](repeating: frame, count: 50).flatMap(\.self)
        let (before, after) = (noise(2000), noise(2000, seed: 3))
        // Both begin and end in silence: any of many places would do.
        #expect(verdict(before + silence, silence + after).verdict == .none)
        #expect(verdict(before + silence, Array(silence[104...]) + silence, piece: 100).verdict == .none)
        // It begins in sound, or what is held ends in sound.
        #expect(verdict(before + silence, Array(before[1000...]) + silence + after).verdict == .exact(overlap: 6200))
        let held = before + silence + after[..<500]
        #expect(verdict(held, Array(silence[1040...]) + after, piece: 50).verdict == .exact(overlap: 4160 + 500))
    }

    @Test func `what says the same all the time is bounded`() {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        #expect(verdict(zeros, zeros).verdict == .none)
    }
}

struct JoinPlacementTests {
    @Test func `what was sent while the old connection lived is left out`() {
        // 4 s of burst, 1 s after the old one broke off: 3 s are held.
        let placement = JoinPlacement(bytes: 64_000, elapsed: .zero, outage: .seconds(1), rate: 16_000)
        #expect(placement.skip == 48_000)
        #expect(placement.splice == Splice(.byTime))
        // Half a second of it came in real time.
        let later = JoinPlacement(bytes: 72_000, elapsed: .milliseconds(500), outage: .seconds(1), rate: 16_000)
        #expect(later.skip == 48_000)
    }

    @Test func `what nobody sent us is lost`() {
        let placement = JoinPlacement(bytes: 64_000, elapsed: .zero, outage: .seconds(7), rate: 16_000)
        #expect(placement.skip == 0)
        #expect(placement.splice == Splice(.byTime, lost: .seconds(3)))
    }

    @Test func `without a rate nothing is left out`() {
        let placement = JoinPlacement(bytes: 64_000, elapsed: .zero, outage: .seconds(7), rate: nil)
        #expect(placement.skip == 0 && placement.splice.lost == .seconds(7))
    }
}
