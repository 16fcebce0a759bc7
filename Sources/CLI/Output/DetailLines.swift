import Playback
import RadioCore

/// What the key `i` and `ctl status` print, a line each. Pure.
enum DetailLines {
    /// What a player is doing, by the fields of the control socket's `status`.
    static func lines(ofStatus fields: JSONObject) -> [String] {
        var lines = ["\(text(fields["state"]))  \(text(fields["name"])) (\(text(fields["station"])))"]
        if let nowPlaying = fields["nowplaying"] {
            lines.append("title     \(text(nowPlaying["text"])) (\(text(nowPlaying["source"])))")
        }
        if let stream = fields["stream"] { lines += self.lines(ofStream: stream) }
        lines.append("volume    \(fields["volume"]?.int ?? 0)%\(fields["muted"]?.bool == true ? ", muted" : "")")
        lines.append("held      \(tenths(fields["reserve"]?.double)) s ahead of what is heard")
        return lines
    }

    /// What a player has counted.
    static func lines(of stats: PlayerStats) -> [String] {
        [
            "buffers   \(tenths(stats.networkBuffer.seconds)) s received, \(tenths(stats.decodedBuffer.seconds)) s "
                + "decoded, \(tenths(stats.outputBuffer.seconds)) s queued",
            "trouble   \(stats.underruns) underruns, \(stats.stalls) stalls, \(stats.reconnects) reconnects",
            "ledger    \(stats.timers.live) timers of \(stats.timers.created), "
                + "\(stats.listeners.live) listeners of \(stats.listeners.created)",
            "process   \(stats.usage.threads) threads, \(stats.usage.descriptors) descriptors, "
                + "\(stats.usage.residentKiB) KiB, \(tenths(stats.usage.cpuTime.seconds)) s of processor time",
        ]
    }

    private static func lines(ofStream stream: JSONNode) -> [String] {
        let codec = [stream["codec"], stream["profile"]].compactMap { $0?.string }.joined(separator: " ")
        let rate = stream["bitrate"]?.double.map { ", \(Int(($0 / 1_000).rounded())) kbit/s" } ?? ""
        return [
            "stream    \(text(stream["url"]))",
            "format    \(SafeText.clean(codec)) in \(text(stream["container"])), "
                + "\(stream["sample_rate"]?.int ?? 0) Hz, \(stream["channels"]?.int ?? 0) channels\(rate)",
        ]
    }

    private static func text(_ node: JSONNode?) -> String {
        SafeText.clean(node?.string ?? "?")
    }

    private static func tenths(_ seconds: Double?) -> String {
        let tenths = Int((min(max(0, seconds ?? 0), 1e9) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
