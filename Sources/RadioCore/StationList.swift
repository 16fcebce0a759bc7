/// The stations of a list, in its order.
public struct StationList: Sendable {
    /// How many bytes a list has at most.
    public static let longest = 1 << 20

    /// The stations; at least one, their ids unique.
    public let stations: [Station]
    /// The file that they come from, as it was named.
    public let path: String

    /// A list made in memory of stations whose ids differ.
    package init(stations: [Station], path: String) {
        self.stations = stations
        self.path = path
    }

    /// Reads the list in the file at `path`: our own shape, or one of the two foreign ones that begin with `station`.
    ///
    /// Blocks on the disk for a moment; not for the cooperative pool's threads while sound plays.
    public static func read(path: String) throws(StationListError) -> StationList {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: longest)
        } catch {
            throw StationListError(file: path, problem: error.description)
        }
        return try decode(bytes, path: path)
    }

    /// Reads the list in `bytes`; `path` is only what errors call it.
    package static func decode(_ bytes: [UInt8], path: String) throws(StationListError) -> StationList {
        let root: JSONNode
        do {
            root = try JSONReader.read(bytes, limit: longest)
        } catch {
            throw StationListError(file: path, position: error.position, problem: "not JSON: \(error.problem)")
        }
        let stations = try StationListDecoder(file: path).stations(of: root)
        return StationList(stations: stations, path: path)
    }

    /// The station called `id`.
    public func station(id: String) -> Station? {
        stations.first { $0.id == id }
    }

    /// The place of the station called `id` in the list, from 0.
    public func index(of id: String) -> Int? {
        stations.firstIndex { $0.id == id }
    }

    /// The ids most like `id`, the nearest first, at most three; never none.
    public func nearestIDs(to id: String) -> [String] {
        NearestMatch.ranked(id, among: stations.map(\.id))
    }
}
