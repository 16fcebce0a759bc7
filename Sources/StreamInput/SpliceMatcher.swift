import Glibc

/// Finds where the bytes of a new connection continue those that are held. Pure.
///
/// A server begins with what it sent last (Icecast: the burst), so the first bytes of a new connection lie somewhere in
/// what is held, and all that follow agree, up to the newest byte held. Sound that repeats itself, digital silence say,
/// lies at several places: then only one of them may agree to the end, else nothing is certain.
struct SpliceMatcher: Sendable {
    /// What is known so far.
    enum Verdict: Hashable, Sendable {
        /// More bytes must be seen.
        case undecided
        /// The first `overlap` bytes of the connection are held already, at the end; what follows them is new.
        case exact(overlap: Int)
        /// Nothing tells where the connection's bytes belong.
        case none
    }

    /// So many bytes in common are no chance: shorter than any audio frame of 8 kbit/s, longer than a frame's header.
    static let seedLength = 64
    /// Places looked at side by side; a stream that has more of them says the same all the time.
    static let placeLimit = 8192

    private let held: [UInt8]
    private var seed: [UInt8] = []
    /// Places in `held` from which on all that was seen agrees; `nil` before there is a seed.
    private var places: [Int]?
    /// How many bytes have been compared.
    private var seen = 0
    /// The place from which on everything agreed to the end, and how many bytes that took.
    private var complete: Int?

    /// Compares with `held`, the newest bytes that there are.
    init(held: [UInt8]) {
        self.held = held
    }

    /// Takes the connection's next bytes.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> Verdict {
        var rest = bytes
        if places == nil {
            let missing = Self.seedLength - seed.count
            seed += rest.prefix(missing)
            rest = rest.dropFirst(missing)
            guard seed.count == Self.seedLength else { return .undecided }
            places = findSeed()
            seen = Self.seedLength
        }
        guard let found = places, found.count <= Self.placeLimit else { return .none }
        return compare(found, with: rest)
    }

    /// Keeps those of `found` where `bytes` follow too, and judges what is left.
    private mutating func compare(_ found: [Int], with bytes: ArraySlice<UInt8>) -> Verdict {
        var alive: [Int] = []
        for place in found {
            let begin = place + seen
            let count = min(bytes.count, held.count - begin)
            guard held[begin..<begin + count].elementsEqual(bytes.prefix(count)) else { continue }
            guard begin + count == held.count else {
                alive.append(place)
                continue
            }
            // A second one that agrees to the end: nobody can tell which is meant.
            guard complete == nil else { return .none }
            complete = held.count - place
        }
        (places, seen) = (alive, seen + bytes.count)
        guard alive.isEmpty else { return .undecided }
        return complete.map { .exact(overlap: $0) } ?? .none
    }

    /// Where in `held` the seed lies, one more place than is allowed at most.
    private func findSeed() -> [Int] {
        // Safe: both calls look at nothing outside the two buffers, which live as long as the closures.
        unsafe held.withUnsafeBytes { held in
            unsafe seed.withUnsafeBytes { seed in
                var found: [Int] = []
                guard let base = held.baseAddress, let needle = seed.baseAddress else { return found }
                let end = held.count - seed.count + 1
                var begin = 0
                while begin < end, found.count <= Self.placeLimit,
                    let match = unsafe memchr(base + begin, Int32(seed[0]), end - begin)
                {
                    let place = unsafe UnsafeRawPointer(match) - base
                    if unsafe memcmp(base + place, needle, seed.count) == 0 { found.append(place) }
                    begin = place + 1
                }
                return found
            }
        }
    }
}
