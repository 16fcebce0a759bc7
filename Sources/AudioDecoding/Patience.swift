/// How long bytes that decode to nothing are borne before the stream is called undecodable.
///
/// Counted anew where another connection's bytes begin, and from every frame on: sound may turn to garbage at any time.
struct Patience {
    /// Bytes that may pass without a frame; no frame of any codec is as long.
    static let byteLimit = 256 << 10
    /// Bytes that may pass where the headers of a container may hold a picture.
    static let headerLimit = 8 << 20
    /// How long it may take from the first byte to the first frame: a second of the promised 15 is for connecting.
    static let timeLimit = Duration.seconds(14)
    /// Once there was sound: how long so many bytes may take without a frame. The reserve is short, and they come at the
    /// speed of sound.
    static let afterSound = (bytes: 32 << 10, time: Duration.seconds(4))

    private let elapsed: () -> Duration
    private var spent = 0
    private var limit = byteLimit
    private var beganAt: Duration?
    private var hasSound = false

    /// Measures time by `elapsed`, which says how long ago some fixed moment was.
    init(elapsed: @escaping () -> Duration) {
        self.elapsed = elapsed
    }

    /// Counts `bytes` and says whether there is any patience left.
    mutating func spend(_ bytes: Int) -> Bool {
        let now = elapsed()
        let began = beganAt ?? now
        beganAt = began
        // What passes the limit is only refused by the next read, so that all that came may be looked at.
        defer { spent += bytes }
        guard spent < limit else { return false }
        let waited = now - began
        return hasSound
            ? spent < Self.afterSound.bytes || limit > Self.byteLimit || waited < Self.afterSound.time
            : waited < Self.timeLimit
    }

    /// Takes `bytes` out of the count: a tag of a declared length is no garbage.
    mutating func forgive(_ bytes: Int) { spent -= bytes }

    /// Allows for the headers of a container.
    mutating func allowHeaders() { limit = Self.headerLimit }

    /// A frame has come out.
    mutating func satisfy() { (hasSound, spent, limit, beganAt) = (true, 0, Self.byteLimit, nil) }

    /// Another connection's bytes begin.
    mutating func renew() { self = Patience(elapsed: elapsed) }
}
