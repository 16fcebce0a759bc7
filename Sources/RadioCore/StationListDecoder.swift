/// Makes stations of a list that has been read as JSON.
struct StationListDecoder {
    /// The version of the shape that this project writes.
    private static let version = 1

    /// What errors call the file.
    let file: String

    /// The stations of the list `root`, in whichever of the known shapes it is.
    func stations(of root: JSONNode) throws(StationListError) -> [Station] {
        let list = StationListField(file: file, node: root, station: nil, path: "")
        guard root.object != nil else { throw list.expected("an object with \"version\" and \"stations\"") }
        if root["stations"] == nil, let foreign = try list.member("station") {
            return try ForeignStationDecoder.stations(of: foreign)
        }
        let version = try list.required("version", "the number \(Self.version)")
        guard version.node.int == Self.version else { throw version.expected("the number \(Self.version)") }
        let entries = try list.required("stations", "a list of stations")
        return try stations(in: entries)
    }

    private func stations(in list: StationListField) throws(StationListError) -> [Station] {
        var stations: [Station] = []
        var ids: Set<String> = []
        let entries = try list.elements("a list of stations", atLeast: "at least one station")
        for (index, entry) in entries.enumerated() {
            let decoder = StationDecoder(entry, number: index + 1)
            let station = try decoder.station()
            guard ids.insert(station.id).inserted else {
                throw try decoder.field.required("id", "").wrong("another station in this list has this id already")
            }
            stations.append(station)
        }
        return stations
    }
}
