/// What the state of a player follows from.
struct PlayerInputs: Equatable, Sendable {
    /// What the listener wants.
    enum Intent: Equatable, Sendable {
        case play
        case pause
        case end
    }

    /// How the stream is doing.
    enum Transfer: Equatable, Sendable {
        /// No byte yet.
        case connecting
        /// Bytes come.
        case flowing
        /// Lost, to be tried again as the retry of that number; slowly where the answer sounded final.
        case retrying(isFinal: Bool, attempt: Int)
        /// Closed by us, because all that can be held is held.
        case full
        /// Received whole.
        case ended
        /// Given up for now: the answer was final.
        case failed
    }

    /// How the output is doing.
    enum Sink: Equatable, Sendable {
        /// As it should, or it is being opened for the first time.
        case working
        /// The sound server is gone; another connection to it is being tried.
        case lost
        /// The file cannot be written; that is tried again.
        case blocked
    }

    var intent = Intent.play
    var sink = Sink.working
    var transfer = Transfer.connecting
    /// Whether frames of the station leave the sink.
    var isSounding = false
    /// Whether anything has been heard since the player began: from then on it stays, whatever happens.
    var hasSounded = false
}

/// Decides which state a player is in: the one place that does.
enum PlayerOracle {
    /// A state, whether the reserve plays where the state needs that told, and which try is awaited in silence.
    struct Verdict: Equatable, Sendable {
        var state: PlayerState
        var audible: Bool?
        var attempt: Int?
    }

    /// The state that follows from `inputs`.
    static func verdict(_ inputs: PlayerInputs) -> Verdict {
        switch inputs.intent {
        case .end: Verdict(state: .stopped)
        case .pause: inputs.isSounding ? heard(inputs) : Verdict(state: .paused)
        case .play: inputs.isSounding ? heard(inputs) : unheard(inputs)
        }
    }

    private static func unheard(_ inputs: PlayerInputs) -> Verdict {
        switch inputs.sink {
        case .working: waiting(inputs)
        case .lost: Verdict(state: .reconnecting, audible: false)
        case .blocked: Verdict(state: .failed)
        }
    }

    private static func heard(_ inputs: PlayerInputs) -> Verdict {
        switch inputs.transfer {
        case .retrying, .failed: Verdict(state: .reconnecting, audible: true)
        case .connecting, .flowing, .full, .ended: Verdict(state: .playing)
        }
    }

    private static func waiting(_ inputs: PlayerInputs) -> Verdict {
        switch inputs.transfer {
        case .connecting: Verdict(state: .connecting)
        case .flowing, .full, .ended: Verdict(state: .buffering)
        case .retrying(_, let attempt) where !inputs.hasSounded: Verdict(state: .connecting, attempt: attempt)
        case .retrying(true, let attempt): Verdict(state: .failed, attempt: attempt)
        case .retrying(false, let attempt): Verdict(state: .reconnecting, audible: false, attempt: attempt)
        case .failed: Verdict(state: .failed)
        }
    }
}
