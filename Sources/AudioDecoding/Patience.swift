/// How long bytes that decode to nothing are borne before the stream is called undecodable.
///
/// Counted anew where another connection's bytes begin; once a frame has come out of them, nothing is counted.
struct Patience {
    /// Bytes that may pass without a frame.
    static let byteLimit = 256 << 10
    /// Bytes that may pass where the headers of a container may hold a picture.
    static let headerLimit = 8 << 20
    /// How long it may take from the first byte to the first frame: a second of the promised 15 is for connecting.
    static let timeLimit = Duration.seconds(14)

    private let elapsed: () -> Duration
    private var spent = 0
    private var limit = byteLimit
    private var beganAt: Duration?
    private var isSatisfied = false

    /// Measures time by `elapsed`, which says how long ago some fixed moment was.
    init(elapsed: @escaping () -> Duration) {
        self.elapsed = elapsed
    }

    /// Counts `bytes` and says whether there is any patience left.
    mutating func spend(_ bytes: Int) -> Bool {
        guard !isSatisfied else { return true }
        let now = elapsed()
        let began = beganAt ?? now
        beganAt = began
        // What passes the limit is only refused by the next read, so that all that came may be looked at.
        defer { spent += bytes }
        return spent < limit && now - began < Self.timeLimit
    }

    /// Takes `bytes` out of the count: a tag of a declared length is no garbage.
    mutating func forgive(_ bytes: Int) { spent -= bytes }

    /// Allows for the headers of a container.
    mutating func allowHeaders() { limit = Self.headerLimit }

    /// A frame has come out.
    mutating func satisfy() { isSatisfied = true }

    /// Another connection's bytes begin.
    mutating func renew() { self = Patience(elapsed: elapsed) }
}
