/// What a listener has to go without who plays all that comes, once: the least that a player with no more reserve than
/// the server gave can lose. Pure; times are the clock's.
package struct IdealReserve: Sendable {
    /// What must be there before sound begins, and before it goes on after it ran dry.
    private static let enough = (first: Duration.milliseconds(500), again: Duration.seconds(1))

    /// Sound that is held.
    package private(set) var held = Duration.zero
    /// Time without sound since the first was heard.
    package private(set) var silence = Duration.zero
    /// How often it ran dry.
    package private(set) var starvations = 0
    private var isSounding = false
    private var hasSounded = false
    private var now = Duration.zero
    /// The newest byte that came, and its run.
    private var newest: (run: Int, byte: Int) = (-1, 0)

    /// Nothing has come.
    package init() {}

    /// Time has gone on to `moment`.
    package mutating func advance(to moment: Duration) {
        let passed = moment - now
        now = moment
        guard isSounding else {
            if hasSounded { silence += passed }
            return
        }
        guard passed >= held else { return held -= passed }
        if passed > held { starvations += 1 }
        silence += passed - held
        isSounding = passed == held
        held = .zero
    }

    /// The bytes `range` of `run` have come at `moment`, of which so many are garbage.
    package mutating func add(run: Int, range: Range<Int>, garbage: Int, at moment: Duration) {
        advance(to: moment)
        let known = run == newest.run ? newest.byte : range.lowerBound
        let fresh = max(0, range.upperBound - max(known, range.lowerBound) - garbage)
        newest = (run, max(known, range.upperBound))
        held += .seconds(Double(fresh) / Double(EndlessProgramme.bytesPerSecond))
        guard !isSounding, held >= (hasSounded ? Self.enough.again : Self.enough.first) else { return }
        isSounding = true
        hasSounded = true
    }
}
