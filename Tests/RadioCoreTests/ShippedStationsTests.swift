import RadioCore
import Testing

struct ShippedStationsTests {
    private let list: StationList

    init() throws {
        // This file lies two folders below the top.
        let top = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        list = try StationList.read(path: "/\(top)/Stations.json")
    }

    @Test("holds at least ten stations of at least four broadcasters")
    func holdsEnough() {
        let hosts = list.stations.compactMap { $0.homepage?.split(separator: "/").dropFirst().first }
        #expect(list.stations.count >= 10)
        #expect(Set(hosts).count >= 4)
    }

    @Test("begins with RadioSpiral, and has a drone with more than one address")
    func holdsPromisedStations() throws {
        #expect(list.stations.first?.id == "radiospiral")
        #expect(list.stations.first?.metadata.kind == .azuracast)
        let drone = try #require(list.station(id: "drone"))
        #expect(drone.streams.count > 1)
    }

    @Test("tells of every station what it is and where it is heard, and names no address twice")
    func isComplete() {
        for station in list.stations {
            #expect(station.description != nil && station.homepage != nil && !station.tags.isEmpty)
            #expect(!station.streams.isEmpty)
        }
        let urls = list.stations.flatMap(\.streams).map(\.url)
        #expect(Set(urls).count == urls.count)
    }
}
