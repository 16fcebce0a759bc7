import Testing

@testable import CLI
@testable import Playback
@testable import RadioCore

@Suite struct EventJSONTests {
    static let head = #""time":"2024-02-29T23:59:59.007Z","mono":1.235"#

    private func line(_ event: PlayerEvent, bareURL: String? = nil) -> String {
        EventJSON(bareURL: bareURL).line(
            event, at: WallTime(milliseconds: 1_709_251_199_007), mono: .microseconds(1_234_567))
    }

    @Test func `a state has only what is known`() {
        #expect(
            line(.state(StateChange(state: .connecting, station: "drone")))
                == #"{"event":"state",\#(Self.head),"state":"connecting","station":"drone"}"#)
        let change = StateChange(
            state: .reconnecting, station: "drone", reason: "the server closed the connection", attempt: 2,
            retryIn: .milliseconds(1_500), audible: true)
        #expect(
            line(.state(change))
                == #"{"event":"state",\#(Self.head),"state":"reconnecting","station":"drone","#
                + #""reason":"the server closed the connection","attempt":2,"retry_in":1.5,"audible":true}"#)
    }

    @Test func `a station of the list has an id, a bare address its address too`() {
        #expect(
            line(.station(id: "drone", name: "Drone Zone"))
                == #"{"event":"station",\#(Self.head),"id":"drone","name":"Drone Zone"}"#)
        #expect(
            line(.station(id: "url", name: "http://a.example/"), bareURL: "http://a.example/")
                == #"{"event":"station",\#(Self.head),"id":"url","url":"http://a.example/","#
                + #""name":"http://a.example/"}"#)
    }

    @Test func `a stream tells its format and what the server says`() {
        let info = StreamInfo(
            url: "http://a.example/", codec: "aac", profile: "HE-AAC", container: "adts", sampleRate: 44_100,
            channels: 2, bitrate: 64_000, icy: IcyFacts(name: "A", genre: "", url: nil, bitrate: 64))
        #expect(
            line(.stream(info))
                == #"{"event":"stream",\#(Self.head),"url":"http://a.example/","codec":"aac","profile":"HE-AAC","#
                + #""container":"adts","sample_rate":44100,"channels":2,"bitrate":64000,"icy":{"name":"A","br":64}}"#)
    }

    @Test func `server facts that say nothing are absent`() {
        let info = StreamInfo(
            url: "u", codec: "mp3", container: "mp3", sampleRate: 48_000, channels: 1, icy: IcyFacts())
        #expect(
            line(.stream(info))
                == #"{"event":"stream",\#(Self.head),"url":"u","codec":"mp3","container":"mp3","sample_rate":48000,"#
                + #""channels":1}"#)
    }

    @Test func `now playing is safe to print`() {
        let nowPlaying = NowPlaying(
            station: "drone", artist: "A\u{1B}[2J", title: "", text: "A \"B\"\u{202E}", live: true,
            source: .icy, stale: false)
        #expect(
            line(.nowPlaying(nowPlaying))
                == #"{"event":"nowplaying",\#(Self.head),"station":"drone","artist":"A","text":"A \"B\"","live":true,"#
                + #""source":"icy","stale":false}"#)
    }

    @Test func `texts are bounded`() {
        let long = String(repeating: "x", count: 5_000)
        let text = line(.warning(code: "long", message: long))
        #expect(text == #"{"event":"warning",\#(Self.head),"code":"long","message":"\#(String(long.prefix(512)))"}"#)
    }

    @Test func `volume and goodbye have all their fields`() {
        #expect(
            line(.volume(Volume(percent: 40, isMuted: true)))
                == #"{"event":"volume",\#(Self.head),"volume":40,"muted":true}"#)
        #expect(
            line(.bye(Goodbye(reason: .stdoutClosed, status: 0, leakedTimers: 1, leakedListeners: 2)))
                == #"{"event":"bye",\#(Self.head),"reason":"stdout-closed","status":0,"#
                + #""leaks":{"timers":1,"listeners":2}}"#)
    }

    @Test func `stats have all their fields`() {
        let ledger = Ledger()
        let listener = ledger.listener("network")
        ledger.timer("retry").fire()
        let stats = PlayerStats(
            networkBuffer: .milliseconds(8_500), decodedBuffer: .milliseconds(900), outputBuffer: .seconds(1),
            bytes: 12, underruns: 1, stalls: 2, reconnects: 3, timers: ledger.totals(of: .timer),
            listeners: ledger.totals(of: .listener), usage: ProcessUsage())
        #expect(
            line(.stats(stats))
                == #"{"event":"stats",\#(Self.head),"buffer_ms":{"network":8500,"decoded":900,"output":1000},"bytes":12,"#
                + #""underruns":1,"stalls":2,"reconnects":3,"#
                + #""timers":{"live":0,"created":1,"cancelled":0,"fired":1},"#
                + #""listeners":{"live":1,"created":1,"removed":0},"fds":0,"threads":0,"rss_kib":0,"cpu_s":0.0}"#)
        listener.cancel()
    }
}
