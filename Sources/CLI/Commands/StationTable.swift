import RadioCore

/// How `stations` prints a list. Pure.
enum StationTable {
    /// Number, id, name and description in columns, a station a line.
    static func lines(of stations: [Station]) -> [String] {
        let numbers = String(stations.count).count
        let ids = stations.map(\.id.count).max() ?? 0
        let names = stations.map { SafeText.clean($0.name) }
        let width = names.map(DisplayCells.width).max() ?? 0
        return zip(stations, names).enumerated().map { index, row in
            let number = String(index + 1)
            let columns = [
                String(repeating: " ", count: numbers - number.count) + number,
                DisplayCells.padded(row.0.id, to: ids), DisplayCells.padded(row.1, to: width),
                row.0.description.map { SafeText.clean($0) } ?? "",
            ]
            let line = columns.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// A station with all its fields, by the names of the station list, as one line of JSON.
    static func json(of station: Station, number: Int) -> String {
        var object = JSONObject()
        object.set("number", number)
        object.set("id", station.id)
        object.set("name", station.name)
        object.set("description", station.description)
        object.set("homepage", station.homepage)
        object.set("streams", station.streams.map { JSONValue.object(self.object(of: $0)) })
        object.set("metadata", self.object(of: station.metadata))
        object.set("dj", station.dj)
        object.set("tags", station.tags.isEmpty ? nil : station.tags.map { JSONValue.string($0) })
        object.set("art", station.art)
        object.set("charset", station.charset)
        object.set("gain_db", station.gainDB)
        object.set("allow_http", station.allowHTTP)
        object.set("headers", headers(station.headers))
        object.set("user_agent", station.userAgent)
        return JSONWriter.compact(object)
    }

    private static func object(of stream: Station.Stream) -> JSONObject {
        var object = JSONObject()
        object.set("url", SafeURL.redacted(stream.url))
        object.set("codec", stream.codec)
        object.set("bitrate", stream.bitrate)
        return object
    }

    private static func object(of metadata: Station.Metadata) -> JSONObject {
        var object = JSONObject()
        object.set("kind", metadata.kind.rawValue)
        object.set("server", metadata.server)
        object.set("shortcode", metadata.shortcode)
        return object
    }

    /// The names only tell what is sent; a value may be a secret.
    private static func headers(_ headers: [String: String]) -> JSONObject? {
        guard !headers.isEmpty else { return nil }
        var object = JSONObject()
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            object.set(name, ["authorization", "cookie"].contains(name.lowercased()) ? "***" : value)
        }
        return object
    }
}
