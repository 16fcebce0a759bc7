import TestKit

/// A private Icecast with the code in time on one mount or two, and a sound server to hear it by.
struct CodeStation: Sendable {
    let server: IcecastServer
    let sound: PulseServer
    /// A list with a station for each mount: `code`, and `other` in the other voice.
    let list: String
    private let directory: PrivateDirectory
    private let sources: [FFmpegSource]

    /// Starts all of it, with a burst ready on each mount.
    init(codec: FFmpegSource.Codec = .mp3, mounts: Int = 1) async throws {
        directory = try PrivateDirectory()
        server = try await IcecastServer()
        sound = try await PulseServer()
        var sources: [FFmpegSource] = []
        var stations: [String] = []
        for voice in 0..<mounts {
            let id = voice == 0 ? "code" : "other"
            let file = directory.path(of: "\(id).wav")
            try TimeCode(voice: voice).writePeriod(to: file)
            // The last mount is waited for until all have a whole burst.
            let wait = voice == mounts - 1 ? 5.0 : 0
            sources.append(
                try await FFmpegSource(.file(file), to: "/\(id)", of: server, codec: codec, primedFor: wait))
            let url = server.url(of: "/\(id)")
            stations.append(#"{ "id": "\#(id)", "name": "Station \#(id)", "streams": [ { "url": "\#(url)" } ] }"#)
        }
        self.sources = sources
        let text = #"{ "version": 1, "stations": [ \#(stations.joined(separator: ", ")) ] }"#
        list = try directory.write(text, to: "Stations.json")
    }

    /// A player of `code`, at full volume, telling events, named `test` for `ctl`.
    func player(_ arguments: [String] = []) throws -> RadioSpiralProcess {
        try RadioSpiralProcess(
            ["play", "code", "--stations", list, "--json", "--volume", "100", "--instance", "test"] + arguments,
            sound: sound)
    }
}
