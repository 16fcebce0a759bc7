import RadioCore
import Testing

struct ForeignStationListTests {
    private func decode(_ text: String) throws -> [Station] {
        try StationList.decode(Array(text.utf8), path: "stations.json").stations
    }

    @Test("reads RadioSpiral's shape, metadata server and disc jockey included")
    func readsRadioSpiral() throws {
        let stations = try decode(
            #"""
            {"station":[{"name":"RadioSpiral","streamURL":"https://spiral.radio:8000/stream.mp3","imageURL":"spiral",
            "desc":"captivating electronica","longDesc":"long","serverName":"spiral.radio","shortCode":"radiospiral",
            "defaultDJ":"Spud"},
            {"name":"No stream","imageURL":"https://h/i.png","serverName":"https://h/","shortCode":"s","streamURL":""}]}
            """#)
        #expect(
            stations == [
                Station(
                    id: "radiospiral", name: "RadioSpiral", description: "captivating electronica",
                    streams: [Station.Stream(url: "https://spiral.radio:8000/stream.mp3")],
                    metadata: Station.Metadata(
                        kind: .azuracast, server: "https://spiral.radio", shortcode: "radiospiral"),
                    dj: "Spud"),
                Station(
                    id: "no-stream", name: "No stream",
                    metadata: Station.Metadata(kind: .azuracast, server: "https://h", shortcode: "s"),
                    art: "https://h/i.png"),
            ])
    }

    @Test("reads Swift-Radio-Pro's shape")
    func readsSwiftRadioPro() throws {
        let stations = try decode(
            #"""
            {"station":[{"name":"Absolute Country Hits","streamURL":"http://h/c","imageURL":"station-absolutecountry",
            "desc":"","longDesc":"All your favorite country hits","website":"https://h/"}]}
            """#)
        #expect(
            stations == [
                Station(
                    id: "absolute-country-hits", name: "Absolute Country Hits",
                    description: "All your favorite country hits", homepage: "https://h/",
                    streams: [Station.Stream(url: "http://h/c")])
            ])
    }

    @Test("makes ids of the names, and makes them differ")
    func makesIDs() throws {
        let names = [
            "The Drone!", "the drone", "The  DRONE", "東京", "", "¡Olé! 99.5 FM", String(repeating: "x", count: 99),
        ]
        let entries = names.map { "{\"name\":\"\($0.isEmpty ? "?" : $0)\",\"streamURL\":\"http://h/\"}" }
        let ids = try decode("{\"station\":[\(entries.joined(separator: ","))]}").map(\.id)
        #expect(
            ids == [
                "the-drone", "the-drone-2", "the-drone-3", "station", "station-2", "ol-99-5-fm",
                String(repeating: "x", count: 56),
            ])
    }

    @Test(
        "names what such a list lacks",
        arguments: [
            (#"{"streamURL":"http://h/"}"#, "1:13: station number 1: name: expected a name, found none"),
            (#"{"name":"N"}"#, #"1:13: station "N": streamURL: expected an http or https URL, found none"#),
            (
                #"{"name":"N","streamURL":"x"}"#,
                #"1:37: station "N": streamURL: expected an http or https URL, found "x""#
            ),
            ("7", "1:13: station number 1: expected an object, found 7"),
        ])
    func namesErrors(entry: String, message: String) {
        let error = #expect(throws: StationListError.self) { try decode("{\"station\":[\(entry)]}") }
        #expect(error?.description == "stations.json:" + message)
    }
}
