import Network

/// Decides when a stream that was lost is opened again, and which of the station's. Pure: chance comes in as a number.
///
/// A drop is retried at once, then after waits that grow to 30 s and are drawn by chance, so that a thousand listeners
/// do not come back in the same second. Before anything was heard some answers are final; afterwards none is.
package struct ReconnectPolicy: Sendable {
    /// What to do after a failure.
    package enum Decision: Hashable, Sendable {
        /// Open the stream `stream` (its place in the list) after a wait, as the retry number `attempt`.
        case retry(stream: Int, after: Duration, attempt: Int)
        /// No stream is worth another try, and the one answer that tells most about why.
        case fail(StreamError)
    }

    /// The longest wait after a failure that may pass soon.
    package static let longestWait = Duration.seconds(30)
    /// The first and the longest wait after an answer that sounds final: a station may be restarting its mount.
    package static let slowWaits = (first: Duration.seconds(5), longest: Duration.seconds(300))
    /// A connection that brought data for so long was one: its end is a drop, and no failure to connect.
    package static let dropAfter = Duration.seconds(10)
    /// The longest that a server may send us away for.
    package static let longestRetryAfter = Duration.seconds(600)
    /// Data for so long makes a stream good again.
    package static let goodAfter = Duration.seconds(60)
    /// How often a stream that is not there, or is empty, is tried before the first sound.
    static let triesBeforeSound = 3

    private let streams: Int
    /// The stream to open, or that is open.
    package private(set) var stream = 0
    private var isHeard = false
    private var attempt = 0
    /// Failures since a round through all streams began.
    private var failuresInRound = 0
    /// Rounds in which every stream gave an answer that sounds final.
    private var slowRounds = 0
    private var isRoundFinal = true
    /// The longest wait that a server has asked for in this round.
    private var askedFor = Duration.zero
    /// Before the first sound: how often each stream gave an answer that sounds final, and for which it is given up.
    private var finalAnswers: [Int]
    private var verdicts: [StreamError?]

    /// A policy for a station with so many streams, at least one.
    package init(streams: Int) {
        precondition(streams > 0, "a station has a stream")
        self.streams = streams
        finalAnswers = .init(repeating: 0, count: streams)
        verdicts = .init(repeating: nil, count: streams)
    }

    /// Something was heard: from now on no answer is final.
    package mutating func markHeard() { isHeard = true }

    /// What `stream` brought on an earlier connection is of no use; `decide` will heed it.
    package mutating func reject(_ stream: Int, _ reason: StreamError) { note(reason, of: stream) }

    /// What to do after the stream `failed` did so; it had brought data for `goodFor`. `random` is in 0..<1.
    package mutating func decide(
        after error: StreamError, of failed: Int, goodFor: Duration, random: Double
    ) -> Decision {
        let wasGood = goodFor >= Self.goodAfter
        if wasGood { reset() }
        stream = failed
        attempt += 1
        failuresInRound += 1
        isRoundFinal = isRoundFinal && soundsFinal(error)
        if case .busy(_, let wish?) = error.kind { askedFor = max(askedFor, min(wish, Self.longestRetryAfter)) }
        note(error, of: failed)
        // After a drop the first stream comes first again, at once.
        if goodFor >= Self.dropAfter { return drop() }
        // A stream that refuses is asked once more, afresh.
        guard let next = asksAgain(error) ? stream : nextStream else { return .fail(summary ?? error) }
        let isRoundOver = failuresInRound >= streams
        let wait = isRoundOver ? waitAfterRound(random) : .zero
        if isRoundOver { beginRound() }
        stream = next
        return .retry(stream: next, after: wait, attempt: attempt)
    }

    private mutating func drop() -> Decision {
        beginRound()
        slowRounds = 0
        stream = 0
        return .retry(stream: 0, after: .zero, attempt: attempt)
    }

    private mutating func reset() {
        let wasHeard = isHeard
        self = ReconnectPolicy(streams: streams)
        isHeard = wasHeard
    }

    /// Before the first sound, counts what sounds final and gives a stream up that said it often enough.
    private mutating func note(_ error: StreamError, of stream: Int) {
        guard !isHeard, error.finality != .passing else { return }
        finalAnswers[stream] += 1
        let tries =
            switch error.finality {
            case .hopeless, .passing: 1
            case .refusal: 2
            case .absence: Self.triesBeforeSound
            }
        if finalAnswers[stream] >= tries { verdicts[stream] = error }
    }

    /// Whether asking again soon makes no sense. A stream that was heard and then ends before its first byte is one whose
    /// server has just been restarted.
    private func soundsFinal(_ error: StreamError) -> Bool {
        if case .empty = error.kind, isHeard { return false }
        return error.finality != .passing
    }

    private func asksAgain(_ error: StreamError) -> Bool {
        !isHeard && error.finality == .refusal && verdicts[stream] == nil
    }

    /// The next stream in order that is not given up.
    private var nextStream: Int? {
        (1...streams).map { (stream + $0) % streams }.first { isHeard || verdicts[$0] == nil }
    }

    /// Why all streams are given up: refused only where all of them are.
    private var summary: StreamError? { verdicts.compactMap(\.self).max { $0.telling < $1.telling } }

    private mutating func beginRound() {
        failuresInRound = 0
        isRoundFinal = true
        askedFor = .zero
    }

    private mutating func waitAfterRound(_ random: Double) -> Duration {
        max(askedFor, isRoundFinal ? waitAfterFinalAnswers() : waitAfterFailures(random))
    }

    private mutating func waitAfterFinalAnswers() -> Duration {
        slowRounds += 1
        // Before the first sound, three tries have to fit into eight seconds.
        guard isHeard else { return .seconds(min(slowRounds, 2)) }
        return min(Self.slowWaits.longest, Self.slowWaits.first * (1 << min(slowRounds - 1, 6)))
    }

    private func waitAfterFailures(_ random: Double) -> Duration {
        guard attempt > 1 else { return .zero }
        return min(Self.longestWait, .seconds(1 << min(attempt - 2, 5))) * random
    }
}

extension StreamError {
    /// How much hope an answer leaves.
    enum Finality: Int, Comparable {
        /// It may be gone in a moment.
        case passing
        /// We are not wanted.
        case refusal
        /// There is nothing to be had.
        case absence
        /// It stays as it is.
        case hopeless

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// How much this tells of a station whose streams are all given up, for different reasons.
    fileprivate var telling: Int {
        switch kind {
        case .undecodable, .playlist: 4
        case .notFound: 3
        case .empty: 2
        case .refused: 0
        case .busy, .server, .badStatus, .closed, .stalled, .trickling, .misaligned, .network: 1
        }
    }

    /// How much hope this leaves.
    var finality: Finality {
        switch kind {
        case .refused: .refusal
        case .notFound, .empty: .absence
        case .undecodable, .playlist: .hopeless
        case .network(let error) where error.isHopeless: .hopeless
        case .busy, .server, .badStatus, .closed, .stalled, .trickling, .misaligned, .network: .passing
        }
    }
}

extension NetworkError {
    /// Whether the address itself is at fault, so that asking again brings the same.
    package var isHopeless: Bool {
        [.invalidURL, .unsupportedScheme, .redirectToHTTP, .redirectToForbidden].contains(kind)
    }
}
