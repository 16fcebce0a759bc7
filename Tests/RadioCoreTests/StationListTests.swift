import RadioCore
import Testing

struct StationListTests {
    private func decode(_ text: String) throws -> StationList {
        try StationList.decode(Array(text.utf8), path: "Stations.json")
    }

    @Test("reads every field of our own shape")
    func readsEveryField() throws {
        let list = try decode(
            #"""
            { "version": 1, "comment": [1], "stations": [
              { "id": "drone-1", "name": " The\u001b[31m Drone ", "description": "d", "homepage": "https://h/",
                "streams": [ { "url": "http://h:8000/a", "codec": "mp3", "bitrate": 128, "x": null }, { "url": "https://h/b" } ],
                "metadata": { "kind": "azuracast", "server": "spiral.radio:8443", "shortcode": "drone" },
                "dj": "Spud", "tags": ["ambient", "drone"], "art": "https://h/a.png", "charset": "windows-1251",
                "gain_db": -3.5, "allow_http": true, "headers": { "Referer": "https://h/" }, "user_agent": "me/1",
                "unknown": { "kept": true } } ] }
            """#)
        let expected = Station(
            id: "drone-1", name: "The Drone", description: "d", homepage: "https://h/",
            streams: [
                Station.Stream(url: "http://h:8000/a", codec: "mp3", bitrate: 128), Station.Stream(url: "https://h/b"),
            ],
            metadata: Station.Metadata(kind: .azuracast, server: "https://spiral.radio:8443", shortcode: "drone"),
            dj: "Spud", tags: ["ambient", "drone"], art: "https://h/a.png", charset: "windows-1251", gainDB: -3.5,
            allowHTTP: true, headers: ["Referer": "https://h/"], userAgent: "me/1")
        #expect(list.stations == [expected])
        #expect(list.path == "Stations.json")
    }

    @Test("takes the example of the documentation as it stands")
    func takesDocumentedExample() throws {
        let list = try decode(
            #"""
            { "version": 1,
              "stations": [
                { "id": "radiospiral", "name": "RadioSpiral", "description": "captivating electronica", "homepage": "https://radiospiral.net/",
                  "streams": [ { "url": "https://spiral.radio:8000/stream.mp3", "codec": "mp3", "bitrate": 128 } ],
                  "metadata": { "kind": "azuracast", "server": "https://spiral.radio", "shortcode": "radiospiral" },
                  "dj": "Spud the Ambient Robot", "tags": ["ambient"], "art": "https://…", "charset": "utf-8", "gain_db": 0, "allow_http": false,
                  "headers": { "Referer": "https://…" }, "user_agent": "…" } ] }
            """#)
        #expect(list.stations.first?.headers == ["Referer": "https://…"])
        #expect(list.stations.first?.charset == "utf-8")
    }

    @Test("takes a station with an AzuraCast server and no streams")
    func takesStationWithoutStreams() throws {
        let list = try decode(
            #"""
            {"version":1,"stations":[{"id":"a","name":"A","dj":null,
            "metadata":{"kind":"azuracast","server":"http://h/","shortcode":"a"}}]}
            """#)
        #expect(list.stations.first?.streams == [])
        #expect(list.stations.first?.metadata.server == "http://h")
    }

    @Test("says as the contract does where the error is and what was expected")
    func namesPlaceOfError() {
        let text = #"""
            {
              "version": 1,
              "stations": [
                {
                  "id": "first", "name": "First",
                  "streams": [ { "url": "http://host/" } ]
                },
                {
                  "id": "drone",
                  "name": "Drone",
                  "streams": [
                    {
                      "codec": "mp3",
                      "url":   "htp://host/"
                    }
                  ]
                }
              ]
            }
            """#
        expectError(
            text,
            "Stations.json:14:20: station \"drone\": streams[0].url: expected an http or https URL, found \"htp://host/\""
        )
    }

    private func expectError(_ text: String, _ message: String) {
        let error = #expect(throws: StationListError.self) { try decode(text) }
        #expect(error?.description == message)
    }

    @Test(
        "names what is wrong with the list as a whole",
        arguments: [
            ("", "1:1: not JSON: expected a value, found the end of the text"),
            ("{\"version\": 1,\n}", "2:1: not JSON: expected a name in quotes, found \"}\""),
            ("#EXTM3U", "1:1: not JSON: expected a value, found \"#\""),
            ("[]", "1:1: expected an object with \"version\" and \"stations\", found a list"),
            ("{}", "1:1: version: expected the number 1, found none"),
            (" {\"version\":2}", "1:13: version: expected the number 1, found 2"),
            ("{\"version\":\"1\"}", "1:12: version: expected the number 1, found \"1\""),
            ("{\"version\":1}", "1:1: stations: expected a list of stations, found none"),
            ("{\"version\":1,\"stations\":{}}", "1:25: stations: expected a list of stations, found an object"),
            ("{\"version\":1,\"stations\":[]}", "1:25: stations: expected at least one station, found an empty list"),
            ("{\"station\":[]}", "1:12: station: expected at least one station, found an empty list"),
            ("{\"version\":1,\"stations\":[7]}", "1:26: station number 1: expected an object, found 7"),
        ])
    func namesErrorOfList(text: String, message: String) {
        expectError(text, "Stations.json:" + message)
    }

    @Test("names the station and the field", arguments: wrongStations)
    func namesErrorOfStation(fields: String, message: String) {
        expectError("{\"version\":1,\"stations\":[\n{\(fields)}]}", "Stations.json:" + message)
    }

    /// Fields of a station that begin at line 2, column 2, and what is said of them.
    private static let wrongStations: [(fields: String, message: String)] = [
        ("", "2:1: station number 1: id: expected an id of lower-case letters, digits and \"-\", found none"),
        (#""id":"A""#, #"2:7: station "A": id: expected an id of lower-case letters, digits and "-", found "A""#),
        (#""id":"a@b""#, #"2:7: station "a@b": id: expected an id of lower-case letters, digits and "-", found "a@b""#),
        (#""id":"""#, #"2:7: station "": id: expected an id of lower-case letters, digits and "-", found """#),
        (
            #""id":7,"name":"N""#,
            #"2:7: station "N": id: expected an id of lower-case letters, digits and "-", found 7"#
        ),
        (#""id":"a""#, #"2:1: station "a": name: expected a name, found none"#),
        (#""id":"a","name":"\u0000 ""#, #"2:18: station "a": name: expected a text, found """#),
        (
            named,
            #"2:1: station "a": streams: expected a list of streams, or metadata of kind "azuracast", found none"#
        ),
        (#"\#(named),"streams":[]"#, #"2:32: station "a": streams: expected a stream, found an empty list"#),
        (
            #"\#(named),"streams":[{}]"#,
            #"2:33: station "a": streams[0].url: expected an http or https URL, found none"#
        ),
        (
            #"\#(streamed),"metadata":{"kind":"x"}"#,
            #"2:72: station "a": metadata.kind: expected "azuracast", "icy" or "none", found "x""#
        ),
        (
            #"\#(named),"metadata":{"kind":"azuracast"}"#,
            #"2:33: station "a": metadata.server: expected the server's URL or host, found none"#
        ),
        (
            #"\#(named),"metadata":{"server":"ftp://h"}"#,
            #"2:43: station "a": metadata.server: expected an http or https URL, or a host, found "ftp://h""#
        ),
        (
            #"\#(streamed),"gain_db":99"#,
            #"2:63: station "a": gain_db: expected a gain in dB from -60 to 20, found 99"#
        ),
        (#"\#(streamed),"allow_http":1"#, #"2:66: station "a": allow_http: expected true or false, found 1"#),
        (#"\#(streamed),"tags":["x",[]]"#, #"2:65: station "a": tags[1]: expected a text, found a list"#),
        (
            #"\#(streamed),"charset":"martian""#,
            #"2:63: station "a": charset: expected the name of a charset that iconv knows, found "martian""#
        ),
        (
            #"\#(streamed),"headers":{"a b":"c"}"#,
            #"2:70: station "a": headers.a b: this is not the name of an HTTP header: "c""#
        ),
        (
            #"\#(streamed),"headers":{"A":"c\r\nB: d"}"#,
            #"2:68: station "a": headers.A: expected the text of a header on one line, found "c B: d""#
        ),
        (
            #"\#(streamed),"homepage":true"#,
            #"2:64: station "a": homepage: expected an http or https URL, found true"#
        ),
        (
            #"\#(named),"streams":[{"url":"ftp://me:pw@h/?token=x"}]"#,
            #"2:40: station "a": streams[0].url: expected an http or https URL, found "ftp://h/?token=***""#
        ),
    ]

    private static let named = #""id":"a","name":"N""#
    private static let streamed = named + #","streams":[{"url":"http://h"}]"#

    @Test("names an id that comes twice at its second place")
    func namesDoubledID() {
        let station = "{\(Self.streamed)}"
        expectError(
            "{\"version\":1,\"stations\":[\(station),\n\(station)]}",
            #"Stations.json:2:7: station "a": id: another station in this list has this id already: "a""#)
    }

    @Test("says in a sentence why a file cannot be read")
    func namesUnreadableFile() {
        for (path, problem) in [
            ("/nowhere/Stations.json", "cannot be opened: No such file or directory"), ("/", "is not a file"),
            ("/dev/zero", "is not a file"),
        ] {
            let error = #expect(throws: StationListError.self) { try StationList.read(path: path) }
            #expect(error?.description == "\(path): \(problem)")
        }
    }

    @Test("finds stations by id, by place, and by what is nearly their id")
    func looksUp() throws {
        let list = StationList(
            stations: ["radiospiral", "drone", "deep-space-one"].map { Station(id: $0, name: $0) }, path: "")
        #expect(list.station(id: "drone")?.id == "drone")
        #expect(list.index(of: "deep-space-one") == 2)
        #expect(list.station(id: "nosuch") == nil)
        #expect(list.index(of: "nosuch") == nil)
        #expect(list.nearestIDs(to: "dorne").first == "drone")
        #expect(list.nearestIDs(to: "nosuch").count == 3)
    }

    @Test("fails cleanly at every truncation of a list")
    func failsAtEveryTruncation() {
        let text = Array("{\"version\":1,\"stations\":[{\(Self.streamed),\"tags\":[\"é\"]}]}".utf8)
        for length in text.indices {
            #expect(throws: StationListError.self) { try StationList.decode(Array(text[..<length]), path: "x") }
        }
    }
}
