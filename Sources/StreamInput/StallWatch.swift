import RadioCore

/// Decides when a stream that is open has stood still, or trickled, for too long. Pure; times are since any one moment.
///
/// The larger the reserve, the longer it may wait: reconnecting is only worth it if what stands still is likely to be
/// dead, and it must be over before the reserve is.
struct StallWatch: Sendable {
    /// What is to be done at a moment.
    enum Verdict: Hashable, Sendable {
        /// Nothing; look again after this time.
        case wait(Duration)
        /// No byte has come for too long.
        case stalled
        /// Too few have come to play on.
        case trickling
    }

    /// The shortest and the longest time without a byte that is called a stall.
    static let limits = (shortest: Duration.seconds(3), longest: Duration.seconds(10))
    /// A stream that brings less than this part of its rate, for so long, is called a trickle.
    static let trickle = (part: 0.6, span: Duration.seconds(20))
    /// So much later than planned, and the process was stopped meanwhile: nothing can be said of the stream then.
    static let oversleep = Duration.seconds(1)

    /// When a piece was seen last.
    private var seen: Duration
    /// When the last byte came, as far as can be told: pieces are collected by the system.
    private var lastByte: Duration
    private var total = 0
    private var isResting = false
    /// When it is to be looked at next.
    private var due: Duration?
    /// How many bytes had come at which times.
    private var history: [(at: Duration, total: Int)] = []

    /// Watches a stream whose answer has come at `now`.
    init(now: Duration) {
        (seen, lastByte) = (now, now)
    }

    /// A piece of `count` bytes has come; `rate` is what a second has.
    mutating func arrived(_ count: Int, at now: Duration, rate: Double?) {
        let explained = rate.map { Duration.seconds(Double(count) / max(1, $0)) } ?? .zero
        let waited = now - seen
        // What comes later than its size explains was there before: the system hands a rest out late.
        let isLate = rate != nil && !isResting && explained < waited * 0.8
        lastByte = isLate ? seen + explained : now
        seen = now
        total += count
        isResting = false
    }

    /// It is we who keep the server waiting, until something arrives.
    mutating func rest() { isResting = true }

    /// What is to be done at `now`, with `reserve` ahead of the ear, and `rate` bytes to a second.
    mutating func verdict(at now: Duration, reserve: Duration, rate: Double?) -> Verdict {
        if isResting || wasStopped(at: now) { restart(at: now) }
        let quiet = now - lastByte
        let limit = min(Self.limits.longest, max(Self.limits.shortest, (reserve + quiet) / 2))
        if quiet >= limit { return .stalled }
        if isTrickle(at: now, rate: rate), reserve <= limit { return .trickling }
        let pause = limit - quiet
        due = now + pause
        return .wait(pause)
    }

    private func wasStopped(at now: Duration) -> Bool { due.map { now - $0 > Self.oversleep } ?? false }

    private mutating func restart(at now: Duration) {
        (seen, lastByte) = (now, now)
        history.removeAll()
    }

    private mutating func isTrickle(at now: Duration, rate: Double?) -> Bool {
        history.append((now, total))
        while history.count > 1, now - history[1].at >= Self.trickle.span { history.removeFirst() }
        guard let rate, now - history[0].at >= Self.trickle.span else { return false }
        let expected = rate * (now - history[0].at).seconds
        return Double(total - history[0].total) < expected * Self.trickle.part
    }
}
