/// Decides how much slower to play, so that the reserve grows to what the listener asked for without anybody hearing it.
struct ReserveGrowth: Sendable {
    /// The slowest, in parts per million: 0.3 % is a twentieth of a semitone.
    static let mostPPM = 3000
    /// The largest change from one decision to the next: the pitch eases in and out.
    static let stepPPM = 500

    /// Parts per million slower than the station sends.
    private(set) var ppm = 0

    /// Decides anew from the reserve that is held and the one that is wanted; to be asked at even intervals.
    mutating func decide(held: Duration, wanted: Duration) -> Int {
        // The last half second is approached ever more gently, so that the reserve does not swing about its mark.
        let missing = (wanted - held).seconds
        let goal = missing <= 0 ? 0 : min(Self.mostPPM, Int(missing * 2 * Double(Self.mostPPM)))
        ppm += max(-Self.stepPPM, min(Self.stepPPM, goal - ppm))
        return ppm
    }
}
