/// Finds what somebody may have meant by a word that does not exist.
package enum NearestMatch {
    /// How much of a word is compared, in Characters, so that a huge one costs no more than a long one.
    private static let longest = 64

    /// The candidates nearest to `word`, the nearest first, at most `limit`; all of them count, however far they are.
    package static func ranked(_ word: String, among candidates: [String], limit: Int = 3) -> [String] {
        scored(word, candidates).prefix(limit).map(\.candidate)
    }

    /// The one candidate that `word` may well be a slip of, or `nil` where none is near enough to be worth asking for.
    package static func likely(_ word: String, among candidates: [String]) -> String? {
        guard let best = scored(word, candidates).first else { return nil }
        return best.distance <= max(1, word.count / 3) || best.begins ? best.candidate : nil
    }

    private typealias Score = (candidate: String, distance: Int, begins: Bool)

    private static func scored(_ word: String, _ candidates: [String]) -> [Score] {
        let word = Array(word.lowercased().prefix(longest))
        let scores = candidates.map { candidate -> Score in
            let other = Array(candidate.lowercased().prefix(longest))
            return (candidate, distance(word, other), word.count >= 2 && other.starts(with: word))
        }
        // Stable, so that equally near ones keep their order: a station list has its favourites first.
        return scores.enumerated().sorted {
            ($0.element.begins ? 0 : 1, $0.element.distance, $0.offset)
                < ($1.element.begins ? 0 : 1, $1.element.distance, $1.offset)
        }.map(\.element)
    }

    /// The number of letters to insert, drop, replace or swap with their neighbour to make `a` into `b`
    /// (the optimal string alignment distance).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in 1...a.count {
            var current = [i]
            for j in 1...b.count {
                let replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                var best = min(replaced, previous[j] + 1, current[j - 1] + 1)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, before[j - 2] + 1) }
                current.append(best)
            }
            (before, previous) = (previous, current)
        }
        return previous[b.count]
    }
}
