import Foundation
import Testing

@testable import CLI
@testable import Playback
@testable import RadioCore

/// Holds what the page of the command line says of events against the events themselves.
struct EventPageTests {
    /// Every event, each with all that it can tell.
    private static let events: [PlayerEvent] = [
        .state(
            StateChange(
                state: .reconnecting, station: "drone", reason: "x", attempt: 1, retryIn: .seconds(1), audible: true)),
        .station(id: Station.url(address).id, name: address),
        .stream(
            StreamInfo(
                url: address, codec: "aac", profile: "LC", container: "adts", sampleRate: 44_100, channels: 2,
                bitrate: 64_000, icy: IcyFacts(name: "A", genre: "B", url: address, bitrate: 64))),
        .nowPlaying(
            NowPlaying(
                station: "drone", artist: "A", title: "B", album: "C", text: "A - B", dj: "D", source: .icy)),
        .volume(Volume(percent: 40)),
        .splice(SpliceReport(kind: .crossfade, lost: .seconds(1))),
        .stats(
            PlayerStats(
                networkBuffer: .zero, decodedBuffer: .zero, outputBuffer: .zero, bytes: 0, underruns: 0, stalls: 0,
                reconnects: 0, driftPPM: 12, timers: Ledger().totals(of: .timer),
                listeners: Ledger().totals(of: .listener),
                usage: ProcessUsage())),
        .warning(code: "x", message: "y"), .error(code: "x", message: "y"),
        .bye(Goodbye(reason: .quit, status: 0)),
    ]
    private static let address = "http://a.example/"

    /// What the page says of an event: by its name.
    private let documented: [String: String]

    init() throws {
        let rows = try Page("Documentation/CommandLine.md").rows(of: "`--json` events")
        documented = rows.reduce(into: [:]) { pages, row in
            for name in Page.quoted(in: row[0]) { pages[name] = row[1] }
        }
    }

    @Test("the page names the events that there are, and no others")
    func names() throws {
        let built = try Self.events.map { try #require(Self.fields(of: $0)["event"] as? String) }
        #expect(Set(documented.keys) == Set(built))
    }

    @Test("the page names the fields of each event, and no others", arguments: events)
    func fields(of event: PlayerEvent) throws {
        var fields = try Self.fields(of: event)
        let name = try #require(fields["event"] as? String)
        let page = try #require(documented[name])
        for everywhere in ["event", "time", "mono"] {
            #expect(fields.removeValue(forKey: everywhere) != nil, "\(everywhere)")
        }
        #expect(Set(Page.quoted(in: page)) == Set(fields.keys), "\(name)")
        for (field, inner) in fields {
            let braces = try Regex("`\(field)`\\?? \\{([^}]*)\\}", as: (Substring, Substring).self)
            let named = page.firstMatch(of: braces)?.output.1.components(separatedBy: ", ") ?? []
            #expect(Set(named) == Set((inner as? [String: Any] ?? [:]).keys), "\(name) \(field)")
        }
    }

    @Test("what the page says that a field can be, it can be")
    func values() throws {
        for value in try values(of: "state", in: "state") { #expect(PlayerState(rawValue: value) != nil, "\(value)") }
        for value in try values(of: "source", in: "nowplaying") {
            #expect(NowPlaying.Source(rawValue: value) != nil, "\(value)")
        }
        for value in try values(of: "reason", in: "bye") { #expect(EndReason(rawValue: value) != nil, "\(value)") }
    }

    /// The words that the page lists behind a field's name.
    private func values(of field: String, in event: String) throws -> [String] {
        let list = try Regex("`\(field)`: ([^;]*);", as: (Substring, Substring).self)
        let match = try #require(documented[event]?.firstMatch(of: list), "\(event) \(field)")
        return match.output.1.components(separatedBy: ", ")
    }

    private static func fields(of event: PlayerEvent) throws -> [String: Any] {
        let line = EventJSON(bareURL: address).line(event, at: WallTime(milliseconds: 0), mono: .zero)
        return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
}
