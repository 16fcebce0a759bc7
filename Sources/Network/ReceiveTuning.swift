/// Finds how many bytes of a live stream may wait in the kernel before the network thread is woken (`SO_RCVLOWAT`).
///
/// Pure. A 128 kbit/s stream would wake the thread eleven times a second; collecting a second of it costs one wakeup.
/// It may only be done once the server's burst is in, and only as far as the burst is a reserve: with none, sound that
/// waits in the kernel would be missing at the ear.
struct ReceiveTuning {
    /// The most that may wait, in bytes.
    static let limit = 16 << 10
    /// Less than this is not worth a system call.
    static let minimum = 2 << 10
    /// When the burst is over, since the first byte; from here on the rate is measured.
    static let burstEnd = Duration.seconds(1)
    /// When the rate has been measured.
    static let measured = Duration.seconds(3)

    private var received = 0
    private var receivedInBurst: Int?
    private(set) var isDone = false

    /// Notes `count` bytes at `elapsed` since the first one; tells the mark once, when there is one to set.
    mutating func arrived(_ count: Int, at elapsed: Duration) -> Int? {
        guard !isDone else { return nil }
        received += count
        if elapsed >= Self.burstEnd, receivedInBurst == nil { receivedInBurst = received }
        guard elapsed >= Self.measured, let receivedInBurst else { return nil }
        isDone = true
        let measuredFor = (elapsed - Self.burstEnd) / .seconds(1)
        let perSecond = Double(received - receivedInBurst) / measuredFor
        let reserve = Double(received) - perSecond * (elapsed / .seconds(1))
        let mark = Int(min(Double(Self.limit), perSecond, max(0, reserve / 4)))
        return mark >= Self.minimum ? mark : nil
    }
}
