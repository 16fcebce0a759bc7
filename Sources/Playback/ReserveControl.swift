/// Holds the reserve where it is, although no two clocks agree, and lets it grow to what the listener asked for. Pure.
///
/// All by playing a little slower or faster. The set point is what the server's burst gave, or what was held after a step
/// or a resume. The encoder's clock and the sound card's differ by up to some hundred parts per million, which a
/// proportional and integral controller takes out; and while less is held than was asked for, the set point itself moves
/// slowly. Both ease from one decision to the next, so that no pitch is ever heard to change.
struct ReserveControl: Sendable {
    /// How often it is asked.
    static let interval = Duration.seconds(10)
    /// The slowest for growing, in parts per million: 0.3 % is a twentieth of a semitone.
    static let mostGrowthPPM = 3000.0
    /// The largest change for growing from one decision to the next.
    static let growthStepPPM = 500.0
    /// The most that clocks are made to agree by.
    static let mostDriftPPM = 1000.0
    /// The largest change for that from one decision to the next.
    static let driftStepPPM = 50.0
    /// Parts per million for each second that the reserve is off, and for each second and second it has been: the slowest
    /// answer that does not swing, a good five minutes long.
    private static let (proportional, integral) = (3000.0, 2.25)
    /// How much of a measurement counts at once: the rest is smoothed away over a minute.
    private static let smoothing = 1.0 / 6
    /// What lies further off is no clock's doing: the reserve was changed, and stays as it is now.
    private static let mostError = 2.0
    /// Measurements after a change that are not believed yet: the burst, or the sound server's buffer, is still moving.
    private static let settling = 1

    /// The reserve to hold, in seconds; `nil` until it has been measured.
    private(set) var setPoint: Double?
    /// The smoothed distance from it, in seconds.
    private var error = 0.0
    private var growth = 0.0
    private var correction = 0.0
    private var integrated = 0.0
    private var settled = 0
    private var isMeasured = false

    /// How much faster the station's clock runs than the output's, once it has been measured.
    var driftPPM: Int? { isMeasured ? Int((0 - integrated).rounded()) : nil }

    /// The reserve has been changed by other means: what is held from now on is to be held. The clocks stay as known.
    mutating func restart() {
        (setPoint, error, settled) = (nil, 0, 0)
    }

    /// Decides anew from what is held and what is wanted, and says how many parts per million slower to play. To be asked
    /// every `interval` while the stream flows and is heard.
    mutating func decide(held: Duration, wanted: Duration) -> Int {
        let held = held.seconds
        if settled < Self.settling {
            settled += 1
        } else if let setPoint, abs(held - setPoint) < Self.mostError {
            follow(held, wanted: wanted.seconds, from: setPoint)
        } else {
            (setPoint, error) = (held, 0)
        }
        return Int((growth + correction).rounded())
    }

    private mutating func follow(_ held: Double, wanted: Double, from setPoint: Double) {
        let seconds = Self.interval.seconds
        isMeasured = true
        self.setPoint = setPoint + growth * seconds / 1e6
        error += (held - (self.setPoint ?? held) - error) * Self.smoothing
        integrated -= Self.integral * error * seconds
        integrated = max(-Self.mostDriftPPM, min(Self.mostDriftPPM, integrated))
        let goal = max(-Self.mostDriftPPM, min(Self.mostDriftPPM, integrated - Self.proportional * error))
        correction = Self.eased(correction, to: goal, by: Self.driftStepPPM)
        growth = Self.eased(growth, to: growthGoal(wanted: wanted), by: Self.growthStepPPM)
    }

    /// The last half second is approached ever more gently, so that the reserve does not swing about its mark.
    private func growthGoal(wanted: Double) -> Double {
        let missing = wanted - (setPoint ?? wanted)
        return max(0, min(Self.mostGrowthPPM, missing * 2 * Self.mostGrowthPPM))
    }

    private static func eased(_ value: Double, to goal: Double, by step: Double) -> Double {
        value + max(-step, min(step, goal - value))
    }
}
