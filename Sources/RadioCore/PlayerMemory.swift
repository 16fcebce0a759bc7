/// What a player remembers from one run to the next.
package struct PlayerMemory: Hashable, Sendable {
    /// How many bytes of a state file are read at most.
    private static let longest = 65_536

    /// The id of the station heard last.
    package var station: String?
    /// The volume used last, 0 to 100.
    package var volume: Int?

    /// A memory of `station` and `volume`.
    package init(station: String? = nil, volume: Int? = nil) {
        self.station = station
        self.volume = volume
    }

    /// Where the memory is kept: `$XDG_STATE_HOME/radiospiral/state.json`; `nil` where there is no home to keep it in.
    package static func path(environment: [String: String]) -> String? {
        BaseDirectory.state.path(environment: environment).map { "\($0)/state.json" }
    }

    /// Reads the memory at `path`. What is missing, broken or out of range is not remembered; that is no error.
    package static func read(path: String) -> PlayerMemory {
        guard let bytes = try? SmallFile.read(path, limit: longest), let node = try? JSONReader.read(bytes) else {
            return PlayerMemory()
        }
        return PlayerMemory(
            station: node["station"]?.string.flatMap { StationDecoder.isID($0) ? $0 : nil },
            volume: node["volume"]?.int.flatMap { (0...100).contains($0) ? $0 : nil })
    }

    /// Writes the memory to `path` in one step, so that a crash leaves the old one or the new one. Makes the directory
    /// where it is missing; both are for their owner alone.
    package func write(path: String) throws(SmallFileError) {
        var fields = JSONObject()
        fields.set("station", station)
        fields.set("volume", volume)
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try SmallFile.makeDirectory(String(path[..<slash]))
        }
        try SmallFile.replace(path, with: Array(JSONWriter.pretty(.object(fields)).utf8))
    }
}
