/// Decides when a transfer has kept us waiting for too long. Pure: times are durations since any one moment.
///
/// libcurl has a low-speed limit, but one in whole seconds and bytes a second: it would also give up a stream that
/// trickles, and it could not tell a stall from a slow answer.
struct TransferWatch {
    /// What is to be done at a moment.
    enum Verdict: Equatable {
        /// Nothing; look again then.
        case wait(until: Duration)
        /// Nothing: it is we who keep the server waiting.
        case rest
        /// The answer did not come.
        case noAnswer
        /// The body no longer comes.
        case stalled
    }

    private let limits: HTTPRequest.Limits
    private var hasAnswer = false
    private var last: Duration
    private var isResting = false

    /// Watches a transfer that begins at `now`.
    init(limits: HTTPRequest.Limits, now: Duration) {
        self.limits = limits
        last = now
    }

    /// Half of the time until the body is said to have stalled has passed without a piece of it.
    func isQuiet(at now: Duration) -> Bool { hasAnswer && !isResting && now - last >= limits.stall / 2 }

    /// A redirect was followed: the wait for an answer begins anew.
    mutating func redirected(at now: Duration) { last = now }

    /// The final head, or a piece of the body, has come.
    mutating func arrived(at now: Duration) {
        hasAnswer = true
        isResting = false
        last = now
    }

    /// We take no more of the body until something is said to have arrived.
    mutating func rest() { isResting = true }

    /// What is to be done at `now`.
    func verdict(at now: Duration) -> Verdict {
        if isResting { return .rest }
        let waited = now - last
        guard hasAnswer else {
            return waited >= limits.firstByte ? .noAnswer : .wait(until: last + limits.firstByte)
        }
        if waited >= limits.stall { return .stalled }
        return .wait(until: last + (isQuiet(at: now) ? limits.stall : limits.stall / 2))
    }
}
