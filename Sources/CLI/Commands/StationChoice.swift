import Playback
import RadioCore

/// Which station to play, decided from the command line, the list and the memory. Pure.
struct StationChoice {
    /// The station.
    let station: Station
    /// The address that was given instead of an id, credentials removed.
    var bareURL: String?

    /// Decides what `target` means; `last` is the id of the station heard last.
    static func choose(
        _ target: PlayOptions.Target, from list: StationList?, last: String?
    ) throws(StartError) -> StationChoice {
        switch target {
        case .url(let url):
            var station = Station.url(url)
            station.name = SafeURL.redacted(url)
            return StationChoice(station: station, bareURL: station.name)
        case .id(let id): return StationChoice(station: try playable(try station(id, in: list)))
        case .usual:
            let remembered = last.flatMap { list?.station(id: $0) }
            guard let station = remembered ?? list?.stations.first else { throw .noList }
            return StationChoice(station: try playable(station))
        }
    }

    private static func station(_ id: String, in list: StationList?) throws(StartError) -> Station {
        guard let list else { throw .noList }
        if let station = list.station(id: id) { return station }
        throw .unknownStation(id, nearest: list.nearestIDs(to: id))
    }

    private static func playable(_ station: Station) throws(StartError) -> Station {
        guard station.streams.isEmpty else { return station }
        throw .mountsUnknown(station)
    }
}
