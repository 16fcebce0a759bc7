import Playback
import RadioCore

/// The one line that a terminal shows while something plays. Pure: it knows what events have told.
struct StatusLine: Hashable, Sendable {
    /// The player's state, `nil` before the first.
    var state: StateChange?
    /// The station's name.
    var stationName = ""
    /// What is heard.
    var nowPlaying: NowPlaying?
    /// How loud.
    var volume: Volume?
    /// What a step back or a pause cost: how much further behind the newest held sound the ear is than at first.
    var behindLive = Duration.zero
    /// What is still held while the stream is away.
    var reserve: Duration?

    /// From how far behind on that is worth saying.
    private static let notable = Duration.seconds(2)

    /// The line, cut to `width` cells.
    func text(width: Int) -> String {
        let head = [stateText, SafeText.clean(stationName)].filter { !$0.isEmpty }
        let tail = [volumeText, reserveText, behindText].compactMap { $0 }
        let title = titleText
        let fixed = DisplayCells.width(of: (head + tail).joined(separator: "  "))
        // The title gives way first: what is beside it changes by keys and wants to be seen.
        let room = max(8, width - fixed - 2)
        let all = head + (title.isEmpty ? [] : [DisplayCells.cut(title, to: room)]) + tail
        return DisplayCells.cut(all.joined(separator: "  "), to: width)
    }

    private var stateText: String {
        guard let state else { return "" }
        guard let attempt = state.attempt, attempt > 1 else { return state.state.rawValue }
        return "\(state.state.rawValue) (try \(attempt))"
    }

    private var titleText: String {
        guard let nowPlaying, nowPlaying.source != .station else { return "" }
        return SafeText.clean(nowPlaying.text)
    }

    private var volumeText: String? {
        volume.map { $0.isMuted ? "muted" : "\($0.percent)%" }
    }

    private var reserveText: String? {
        guard state?.state == .reconnecting, state?.audible == true, let reserve else { return nil }
        return "\(Int(reserve.seconds)) s left"
    }

    private var behindText: String? {
        guard behindLive >= Self.notable else { return nil }
        return "\(Int(behindLive.seconds.rounded())) s behind"
    }
}
