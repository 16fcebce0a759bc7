import Glibc
import RadioCore
import Testing

@testable import CLI
@testable import Playback

@Suite struct StopCountTests {
    @Test func `the first signal stops, a second one exits with its number`() {
        for first in [SIGINT, SIGTERM, SIGHUP] {
            var count = StopCount()
            #expect(count.count(first, at: .seconds(7)) == .stop)
            #expect(count.count(SIGHUP, at: .seconds(8)) == .nothing)
            #expect(count.count(SIGINT, at: .seconds(8)) == .exit(130))
            #expect(count.count(SIGTERM, at: .seconds(8)) == .exit(143))
        }
    }

    @Test func `two signals in the same instant are one wish`() {
        var count = StopCount()
        #expect(count.count(SIGINT, at: .seconds(7)) == .stop)
        #expect(count.count(SIGINT, at: .milliseconds(7099)) == .nothing)
        #expect(count.count(SIGINT, at: .milliseconds(7100)) == .exit(130))
    }
}

@Suite struct RepeatFilterTests {
    @Test func `the same text passes once in a while and tells how often it came`() {
        var filter = RepeatFilter()
        #expect(filter.show("a", at: .zero) == "a")
        #expect(filter.show("b", at: .seconds(1)) == "b")
        #expect(filter.show("a", at: .seconds(2)) == nil)
        #expect(filter.show("a", at: .seconds(9)) == nil)
        #expect(filter.show("a", at: .seconds(10)) == "a (2 more of these)")
        #expect(filter.show("a", at: .seconds(25)) == "a")
    }

    @Test func `remembers no more than it may`() {
        var filter = RepeatFilter()
        for number in 0...RepeatFilter.memory { _ = filter.show("\(number)", at: .zero) }
        #expect(filter.show("0", at: .zero) == "0")
        #expect(filter.show("\(RepeatFilter.memory)", at: .zero) == nil)
    }
}

@Suite struct StationChoiceTests {
    private let list = StationList(
        stations: [
            Station(id: "one", name: "One", streams: [Station.Stream(url: "http://one.example/")]),
            Station(id: "two", name: "Two", streams: [Station.Stream(url: "http://two.example/")]),
            Station(id: "cast", name: "Cast", metadata: Station.Metadata(kind: .azuracast, server: "a.example")),
        ], path: "list")

    @Test func `plays what is named, else the last one heard, else the first`() throws {
        #expect(try StationChoice.choose(.id("two"), from: list, last: "one").station.id == "two")
        #expect(try StationChoice.choose(.usual, from: list, last: "two").station.id == "two")
        #expect(try StationChoice.choose(.usual, from: list, last: "gone").station.id == "one")
        #expect(try StationChoice.choose(.usual, from: list, last: nil).station.id == "one")
    }

    @Test func `a bare address plays without a list, and shows no secret`() throws {
        let choice = try StationChoice.choose(.url("http://me:secret@a.example/s"), from: nil, last: nil)
        #expect(choice.station.streams.map(\.url) == ["http://me:secret@a.example/s"])
        #expect(choice.bareURL == "http://a.example/s")
        #expect(choice.station.name == "http://a.example/s")
    }

    @Test func `names the nearest ids of an unknown station`() {
        let error = #expect(throws: StartError.self) { try StationChoice.choose(.id("tow"), from: list, last: nil) }
        #expect(error?.code == "unknown-station")
        #expect(error?.message == #"no station "tow" in the list; the nearest are two, one, cast"#)
    }

    @Test func `refuses by name a station whose streams only its server knows`() {
        let error = #expect(throws: StartError.self) { try StationChoice.choose(.id("cast"), from: list, last: nil) }
        #expect(error?.code == "mounts-unknown")
        #expect(error?.message.contains(#""cast" (Cast)"#) == true)
    }

    @Test(arguments: [PlayOptions.Target.usual, .id("one")])
    func `says so when there is no list`(target: PlayOptions.Target) {
        let error = #expect(throws: StartError.self) { try StationChoice.choose(target, from: nil, last: "one") }
        #expect(error == .noList)
    }
}

@Suite struct StationTableTests {
    @Test func `aligns columns by cells`() {
        let stations = [
            Station(id: "a", name: "漢字", description: "first"), Station(id: "long-id", name: "B"),
        ]
        #expect(StationTable.lines(of: stations) == ["1  a        漢字  first", "2  long-id  B"])
    }

    @Test func `prints all fields as JSON, without secrets`() {
        let station = Station(
            id: "a", name: "A", streams: [Station.Stream(url: "http://me:pw@a.example/", codec: "mp3", bitrate: 128)],
            metadata: Station.Metadata(kind: .azuracast, server: "a.example", shortcode: "a"), tags: ["x"],
            gainDB: -1.5,
            headers: ["Authorization": "Basic eA==", "Referer": "r"])
        #expect(
            StationTable.json(of: station, number: 3)
                == #"{"number":3,"id":"a","name":"A","#
                + #""streams":[{"url":"http://a.example/","codec":"mp3","bitrate":128}],"metadata":{"kind":"azuracast","server":"a.example","shortcode":"a"},"tags":["x"],"gain_db":-1.5,"#
                + #""allow_http":false,"headers":{"Authorization":"***","Referer":"r"}}"#)
    }
}
