/// Makes stations of the two other shapes in the field, which share their first keys:
/// RadioSpiral's `{"station":[{name, streamURL, imageURL, desc, longDesc, serverName, shortCode, defaultDJ}]}` and
/// Swift-Radio-Pro's, with `website` in place of the last three.
///
/// What a station cannot do without is checked; the rest is taken where it is of use. Pictures, say, are often names
/// of files inside an app.
enum ForeignStationDecoder {
    /// The stations of `list`, with ids made from their names.
    static func stations(of list: StationListField) throws(StationListError) -> [Station] {
        var stations: [Station] = []
        var ids: Set<String> = []
        let entries = try list.elements("a list of stations", atLeast: "at least one station")
        for (index, entry) in entries.enumerated() {
            var station = try StationDecoder(entry, number: index + 1).foreignStation()
            station.id = unique(slug(station.name), among: &ids)
            stations.append(station)
        }
        return stations
    }

    /// `name` as an id: its letters and digits in lower case, `-` for what lies between.
    static func slug(_ name: String) -> String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let slug = words.joined(separator: "-").prefix(StationDecoder.longestID - 8)
        return slug.isEmpty ? "station" : String(slug)
    }

    /// `id`, with the first number behind it that makes it differ from all `ids`, which it then joins.
    private static func unique(_ id: String, among ids: inout Set<String>) -> String {
        var candidate = id
        var number = 2
        while !ids.insert(candidate).inserted {
            candidate = "\(id)-\(number)"
            number += 1
        }
        return candidate
    }
}

extension StationDecoder {
    /// The station of an entry of either foreign shape; its id is still to be made.
    func foreignStation() throws(StationListError) -> Station {
        var station = Station(id: "", name: try field.required("name", "a name").text())
        station.metadata = try foreignMetadata()
        station.streams = try foreignStreams(mayBeNone: station.metadata.kind == .azuracast)
        station.description = shown("desc") ?? shown("longDesc")
        station.homepage = link("website")
        station.art = link("imageURL")
        station.dj = shown("defaultDJ")
        return station
    }

    private func foreignStreams(mayBeNone: Bool) throws(StationListError) -> [Station.Stream] {
        if mayBeNone, shown("streamURL") == nil { return [] }
        return [Station.Stream(url: try field.required("streamURL", "an http or https URL").url())]
    }

    private func foreignMetadata() throws(StationListError) -> Station.Metadata {
        guard shown("serverName") != nil, let shortcode = shown("shortCode"),
            let server = try field.member("serverName")
        else { return Station.Metadata(kind: .icy) }
        return Station.Metadata(kind: .azuracast, server: try Self.server(server), shortcode: shortcode)
    }

    private func shown(_ key: String) -> String? {
        let text = SafeText.clean(field.node[key]?.string ?? "")
        return text.isEmpty ? nil : text
    }

    private func link(_ key: String) -> String? {
        field.node[key]?.string.flatMap { SafeURL.isHTTP($0) ? $0 : nil }
    }
}
