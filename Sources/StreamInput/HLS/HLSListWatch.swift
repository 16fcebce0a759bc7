import Playlists

/// Decides when a media list is asked for again, and when to give it up. Pure; times are since any one moment.
struct HLSListWatch: Hashable, Sendable {
    /// So many failures in a row, and the list is given up.
    static let mostFailures = 3
    /// A stream may bring nothing for so much longer than one segment may take: the one behind it has its chance.
    private static let grace = Duration.seconds(10)

    private var media: HLSMedia
    private var hasChanged = true
    private var askedAt: Duration
    private var failures = 0
    /// When the last segment came, or the watch began.
    private var broughtAt: Duration

    /// Watches over `media`, which has just come.
    init(_ media: HLSMedia, now: Duration) {
        self.media = media
        (askedAt, broughtAt) = (now, now)
    }

    /// How long one segment may take.
    var patience: Duration { media.targetDuration * 3 }

    /// The list was asked for at `now`, and has come.
    mutating func loaded(_ media: HLSMedia, hasChanged: Bool, askedAt now: Duration) {
        self.media = media
        self.hasChanged = hasChanged
        (askedAt, failures) = (now, 0)
    }

    /// The list was asked for at `now`, and cannot be had; says whether to give it up.
    mutating func failed(askedAt now: Duration) -> Bool {
        hasChanged = false
        askedAt = now
        failures += 1
        return failures >= Self.mostFailures
    }

    /// Something of the stream was brought at `now`.
    mutating func brought(at now: Duration) { broughtAt = now }

    /// Whether nothing was brought for too long.
    func isStalled(at now: Duration) -> Bool { now - broughtAt >= patience + Self.grace }

    /// How long to wait before the list is asked for again; `nil` when it will never change.
    func wait(at now: Duration) -> Duration? {
        media.reloadDelay(hasChanged: hasChanged).map { max(.zero, askedAt + $0 - now) }
    }
}
