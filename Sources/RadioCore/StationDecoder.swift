/// Makes one station of its entry in a list of our own shape. Keys that it does not know it passes over.
struct StationDecoder {
    /// The longest id.
    static let longestID = 64
    /// How far a station's own gain may go, in dB.
    private static let gain = -60.0...20.0
    /// The highest bitrate that is believed, in kbit/s.
    private static let highestBitrate = 20_000

    /// The entry.
    let field: StationListField

    /// Decodes the entry `field`, the `number`th of its list (from 1). Errors call the station by its id, else by its
    /// name, else by that number.
    init(_ field: StationListField, number: Int) {
        let name = field.node["id"]?.string ?? field.node["name"]?.string
        let label = name.map { "\"\(SafeText.clean($0, limit: Self.longestID))\"" } ?? "number \(number)"
        self.field = StationListField(file: field.file, node: field.node, station: label, path: "")
    }

    /// The station, or the first thing that is wrong with it.
    func station() throws(StationListError) -> Station {
        var station = Station(id: try id(), name: try field.required("name", "a name").text())
        station.metadata = try metadata()
        station.streams = try streams(mayBeNone: station.metadata.kind == .azuracast)
        station.description = try field.member("description")?.text()
        station.homepage = try field.member("homepage")?.url()
        station.dj = try field.member("dj")?.text()
        station.tags = try tags()
        station.art = try field.member("art")?.url()
        try readSound(into: &station)
        try readRequest(into: &station)
        return station
    }

    /// Whether `id` may be the id of a station.
    static func isID(_ id: String) -> Bool {
        (1...longestID).contains(id.utf8.count)
            && id.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    private func id() throws(StationListError) -> String {
        let expectation = "an id of lower-case letters, digits and \"-\""
        let id = try field.required("id", expectation)
        guard let string = id.node.string, Self.isID(string) else { throw id.expected(expectation) }
        return string
    }

    private func streams(mayBeNone: Bool) throws(StationListError) -> [Station.Stream] {
        let expectation = "a list of streams, or metadata of kind \"azuracast\""
        guard let list = try field.member("streams") else {
            if mayBeNone { return [] }
            throw StationListError(
                file: field.file, position: field.node.position, station: field.station, field: "streams",
                problem: "expected \(expectation), found none")
        }
        var streams: [Station.Stream] = []
        let entries = mayBeNone ? try list.elements(expectation) : try list.elements(expectation, atLeast: "a stream")
        for entry in entries { streams.append(try stream(entry)) }
        return streams
    }

    private func stream(_ entry: StationListField) throws(StationListError) -> Station.Stream {
        var stream = Station.Stream(url: try entry.required("url", "an http or https URL").url())
        stream.codec = try entry.member("codec")?.text(limit: 32)
        if let bitrate = try entry.member("bitrate") {
            guard let number = bitrate.node.int, (1...Self.highestBitrate).contains(number) else {
                throw bitrate.expected("a bitrate in kbit/s")
            }
            stream.bitrate = number
        }
        return stream
    }

    private func tags() throws(StationListError) -> [String] {
        var tags: [String] = []
        for tag in try field.member("tags")?.elements("a list of words") ?? [] { tags.append(try tag.text(limit: 64)) }
        return tags
    }

    private func readSound(into station: inout Station) throws(StationListError) {
        station.charset = try field.member("charset").map { charset throws(StationListError) in
            guard let name = charset.node.string, CharsetConverter(from: name) != nil else {
                throw charset.expected("the name of a charset that iconv knows")
            }
            return name
        }
        station.gainDB = try field.member("gain_db")?.number(in: Self.gain, "a gain in dB from -60 to 20") ?? 0
    }
}

extension StationDecoder {
    private func metadata() throws(StationListError) -> Station.Metadata {
        guard let entry = try field.member("metadata") else { return Station.Metadata(kind: .icy) }
        var metadata = Station.Metadata(kind: try kind(of: entry))
        metadata.server = try entry.member("server").map { server throws(StationListError) in
            try Self.server(server)
        }
        metadata.shortcode = try entry.member("shortcode")?.plainString("the short name of a station")
        guard metadata.kind == .azuracast else { return metadata }
        _ = try entry.required("server", "the server's URL or host")
        _ = try entry.required("shortcode", "the short name of a station")
        return metadata
    }

    private func kind(of entry: StationListField) throws(StationListError) -> Station.MetadataKind {
        guard let field = try entry.member("kind") else { return .icy }
        guard let kind = field.node.string.flatMap(Station.MetadataKind.init(rawValue:)) else {
            throw field.expected("\"azuracast\", \"icy\" or \"none\"")
        }
        return kind
    }

    /// The base URL of a server that is given as a URL or as a bare host, without a slash at its end.
    static func server(_ field: StationListField) throws(StationListError) -> String {
        let expectation = "an http or https URL, or a host"
        let text = try field.plainString(expectation)
        let url = SafeURL.scheme(of: text) == nil ? "https://\(text)" : text
        guard SafeURL.isHTTP(url) else { throw field.expected(expectation) }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    private func readRequest(into station: inout Station) throws(StationListError) {
        station.allowHTTP = try field.member("allow_http")?.bool() ?? false
        station.userAgent = try field.member("user_agent")?.plainString("a user agent on one line")
        guard let headers = try field.member("headers") else { return }
        guard let object = headers.node.object else { throw headers.expected("an object of header lines") }
        for name in object.members.map(\.key) {
            guard let value = try headers.member(name) else { continue }
            guard Self.isHeaderName(name) else { throw value.wrong("this is not the name of an HTTP header") }
            station.headers[name] = try value.plainString("the text of a header on one line")
        }
    }

    /// Whether `name` is a token, as names of HTTP headers are (RFC 9110, 5.6.2).
    private static func isHeaderName(_ name: String) -> Bool {
        !name.isEmpty
            && name.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                        || "!#$%&'*+-.^_`|~".unicodeScalars.contains($0))
            }
    }
}
