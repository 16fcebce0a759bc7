import Playback
import RadioCore

/// Events as JSON, by the names of the command line's contract: what is not known is absent.
struct EventJSON: Sendable {
    /// The address that is played where it comes from no list.
    let bareURL: String?

    /// Events of a player of `bareURL`, or of a station list.
    init(bareURL: String? = nil) {
        self.bareURL = bareURL
    }

    /// The line for `event`, without its end; `mono` is the time since the process began.
    func line(_ event: PlayerEvent, at time: WallTime, mono: Duration) -> String {
        var object = JSONObject()
        object.set("event", Self.name(of: event))
        object.set("time", time.iso8601)
        object.set("mono", Self.seconds(mono))
        add(event, to: &object)
        return JSONWriter.compact(object)
    }

    /// A duration in seconds, to the millisecond.
    static func seconds(_ duration: Duration?) -> Double? {
        duration.map { ($0.seconds * 1_000).rounded() / 1_000 }
    }

    private static func name(of event: PlayerEvent) -> String {
        switch event {
        case .state: "state"
        case .station: "station"
        case .stream: "stream"
        case .nowPlaying: "nowplaying"
        case .splice: "splice"
        case .volume: "volume"
        case .stats: "stats"
        case .warning: "warning"
        case .error: "error"
        case .bye: "bye"
        }
    }

    private func add(_ event: PlayerEvent, to object: inout JSONObject) {
        switch event {
        case .state(let change): object.add(change)
        case .station(let id, let name):
            object.set("id", id)
            object.set("url", bareURL.flatMap { id == Station.url($0).id ? $0 : nil })
            object.set("name", name)
        case .stream(let info): object.add(info)
        case .nowPlaying(let nowPlaying): object.add(nowPlaying)
        case .splice(let splice): object.add(splice)
        case .volume(let volume): object.add(volume)
        case .stats(let stats): object.add(stats)
        case .warning(let code, let message), .error(let code, let message):
            object.set("code", code)
            object.set("message", SafeText.clean(message))
        case .bye(let goodbye): object.add(goodbye)
        }
    }
}
