import Playback
import RadioCore

extension JSONObject {
    /// Adds the fields of a `state` event.
    mutating func add(_ change: StateChange) {
        set("state", change.state.rawValue)
        set("station", change.station)
        set("reason", Self.known(change.reason))
        set("attempt", change.attempt)
        set("retry_in", EventJSON.seconds(change.retryIn))
        set("audible", change.audible)
    }

    /// Adds the fields of a `stream` event.
    mutating func add(_ info: StreamInfo) {
        set("url", info.url)
        set("codec", info.codec)
        set("profile", Self.known(info.profile))
        set("container", info.container)
        set("sample_rate", info.sampleRate)
        set("channels", info.channels)
        set("bitrate", info.bitrate)
        set("icy", info.icy.flatMap(Self.object))
    }

    /// Adds the fields of a `nowplaying` event.
    mutating func add(_ nowPlaying: NowPlaying) {
        set("station", nowPlaying.station)
        set("artist", Self.known(nowPlaying.artist))
        set("title", Self.known(nowPlaying.title))
        set("album", Self.known(nowPlaying.album))
        set("text", SafeText.clean(nowPlaying.text))
        set("dj", Self.known(nowPlaying.dj))
        set("live", nowPlaying.live)
        set("source", nowPlaying.source.rawValue)
        set("stale", nowPlaying.stale)
    }

    /// Adds the fields of a `splice` event.
    mutating func add(_ splice: SpliceReport) {
        set("kind", splice.kind.rawValue)
        set("lost_ms", Self.milliseconds(splice.lost))
        set("repeated_ms", Self.milliseconds(splice.repeated))
    }

    /// Adds the fields of a `volume` event.
    mutating func add(_ volume: Volume) {
        set("volume", volume.percent)
        set("muted", volume.isMuted)
    }

    /// Adds the fields of a `stats` event.
    mutating func add(_ stats: PlayerStats) {
        var buffers = JSONObject()
        buffers.set("network", Self.milliseconds(stats.networkBuffer))
        buffers.set("decoded", Self.milliseconds(stats.decodedBuffer))
        buffers.set("output", Self.milliseconds(stats.outputBuffer))
        set("buffer_ms", buffers)
        set("bytes", stats.bytes)
        set("underruns", stats.underruns)
        set("stalls", stats.stalls)
        set("reconnects", stats.reconnects)
        set("drift_ppm", stats.driftPPM)
        set("timers", Self.timers(stats.timers))
        set("listeners", Self.listeners(stats.listeners))
        set("fds", stats.usage.descriptors)
        set("threads", stats.usage.threads)
        set("rss_kib", stats.usage.residentKiB)
        set("cpu_s", EventJSON.seconds(stats.usage.cpuTime))
    }

    /// Adds the fields of a `bye` event.
    mutating func add(_ goodbye: Goodbye) {
        set("reason", goodbye.reason.rawValue)
        set("status", Int(goodbye.status))
        var leaks = JSONObject()
        leaks.set("timers", goodbye.leakedTimers)
        leaks.set("listeners", goodbye.leakedListeners)
        set("leaks", leaks)
    }

    /// Text that says something, safe to print.
    private static func known(_ text: String?) -> String? {
        guard let text = text.map({ SafeText.clean($0) }), !text.isEmpty else { return nil }
        return text
    }

    private static func object(of facts: IcyFacts) -> JSONObject? {
        var object = JSONObject()
        object.set("name", known(facts.name))
        object.set("genre", known(facts.genre))
        object.set("url", known(facts.url))
        object.set("br", facts.bitrate)
        return object.members.isEmpty ? nil : object
    }

    private static func timers(_ counts: Ledger.Counts) -> JSONObject {
        var object = JSONObject()
        object.set("live", counts.live)
        object.set("created", counts.created)
        object.set("cancelled", counts.cancelled)
        object.set("fired", counts.fired)
        return object
    }

    private static func listeners(_ counts: Ledger.Counts) -> JSONObject {
        var object = JSONObject()
        object.set("live", counts.live)
        object.set("created", counts.created)
        object.set("removed", counts.cancelled)
        return object
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int((duration.seconds * 1_000).rounded())
    }
}
