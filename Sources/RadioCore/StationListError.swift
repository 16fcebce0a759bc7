/// Why a station list cannot be used: where, which station and field, and what was expected.
public struct StationListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The line, from 1, where one can be named.
    public let line: Int?
    /// The column in it, from 1, in characters.
    public let column: Int?
    /// The id of the station, or what else it can be told by.
    public let station: String?
    /// The field, with the way to it: `streams[0].url`.
    public let field: String?
    /// What is wrong or was expected, and what was found; safe to show.
    public let problem: String

    init(
        file: String, position: JSONPosition? = nil, station: String? = nil, field: String? = nil, problem: String
    ) {
        self.file = file
        line = position?.line
        column = position?.column
        self.station = station
        self.field = field
        self.problem = problem
    }

    /// One line: `Stations.json:14:20: station "drone": streams[0].url: expected an http or https URL, found "htp://…"`.
    public var description: String {
        var text = SafeText.clean(file)
        if let line, let column { text += ":\(line):\(column)" }
        if let station { text += ": station \(station)" }
        if let field { text += ": \(field)" }
        return text + ": " + problem
    }
}
