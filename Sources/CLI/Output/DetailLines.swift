import Playback
import RadioCore

/// What the key `i` and `ctl status` print, a line each. Pure.
enum DetailLines {
    /// What a player is doing.
    static func lines(of status: PlayerStatus) -> [String] {
        var lines = ["\(status.state.rawValue)  \(SafeText.clean(status.stationName)) (\(status.station))"]
        if let nowPlaying = status.nowPlaying {
            lines.append("title     \(SafeText.clean(nowPlaying.text)) (\(nowPlaying.source.rawValue))")
        }
        if let stream = status.stream { lines += self.lines(of: stream) }
        lines.append("volume    \(status.volume.percent)%\(status.volume.isMuted ? ", muted" : "")")
        lines.append("reserve   \(tenths(status.reserve)) s, \(tenths(status.behindLive)) s behind live")
        return lines
    }

    /// What a player has counted.
    static func lines(of stats: PlayerStats) -> [String] {
        [
            "buffers   \(tenths(stats.networkBuffer)) s received, \(tenths(stats.decodedBuffer)) s decoded, "
                + "\(tenths(stats.outputBuffer)) s queued",
            "trouble   \(stats.underruns) underruns, \(stats.stalls) stalls, \(stats.reconnects) reconnects",
            "ledger    \(stats.timers.live) timers of \(stats.timers.created), "
                + "\(stats.listeners.live) listeners of \(stats.listeners.created)",
            "process   \(stats.usage.threads) threads, \(stats.usage.descriptors) descriptors, "
                + "\(stats.usage.residentKiB) KiB, \(tenths(stats.usage.cpuTime)) s of processor time",
        ]
    }

    private static func lines(of stream: StreamInfo) -> [String] {
        let codec = [stream.codec, stream.profile].compactMap { $0 }.joined(separator: " ")
        let rate = stream.bitrate.map { ", \(Int((Double($0) / 1_000).rounded())) kbit/s" } ?? ""
        return [
            "stream    \(stream.url)",
            "format    \(codec) in \(stream.container), \(stream.sampleRate) Hz, \(stream.channels) channels\(rate)",
        ]
    }

    private static func tenths(_ duration: Duration) -> String {
        let tenths = Int((max(0, duration.seconds) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
