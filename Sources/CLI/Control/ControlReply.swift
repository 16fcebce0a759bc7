import Playback
import RadioCore

/// A line that goes back over the control socket. Pure.
enum ControlReply {
    /// Done; `fields` come behind it.
    static func done(_ id: JSONValue?, fields: JSONObject = JSONObject()) -> String {
        var object = head(id, ok: true)
        for member in fields.members { object.set(member.key, member.node.value) }
        return JSONWriter.compact(object)
    }

    /// Not done, and why.
    static func refused(_ id: JSONValue?, _ error: String) -> String {
        var object = head(id, ok: false)
        object.set("error", SafeText.clean(error))
        return JSONWriter.compact(object)
    }

    /// What the player named `instance` is doing.
    static func fields(of status: PlayerStatus, instance: String, pid: Int) -> JSONObject {
        var object = JSONObject()
        object.set("instance", instance)
        object.set("pid", pid)
        object.set("state", status.state.rawValue)
        object.set("station", status.station)
        object.set("name", SafeText.clean(status.stationName))
        object.set("nowplaying", status.nowPlaying.map(Self.object))
        object.set("stream", status.stream.map(Self.object))
        object.add(status.volume)
        object.set("behind_live", EventJSON.seconds(status.behindLive))
        object.set("reserve", EventJSON.seconds(status.reserve))
        return object
    }

    private static func head(_ id: JSONValue?, ok: Bool) -> JSONObject {
        var object = JSONObject()
        object.set("id", id)
        object.set("ok", ok)
        return object
    }

    private static func object(of nowPlaying: NowPlaying) -> JSONObject {
        var object = JSONObject()
        object.add(nowPlaying)
        return object
    }

    private static func object(of stream: StreamInfo) -> JSONObject {
        var object = JSONObject()
        object.add(stream)
        return object
    }
}
