import Foundation
import TestKit
import Testing

/// How a player ended, and what it said and left.
struct Ended: Sendable {
    let status: Int32
    let events: [PlayerEvent]
    let error: String
    let took: Duration
    /// Control sockets that were not taken away.
    let sockets: [String]

    /// Runs `play --json` with `arguments` to its end.
    static func play(
        _ arguments: [String], sound: PulseServer? = nil, within limit: Duration = .seconds(20)
    ) async throws -> Ended {
        let start = SuspendingClock.now
        let player = try RadioSpiralProcess(["play", "--json"] + arguments, sound: sound)
        let status = try await player.exitStatus(within: limit)
        return Ended(player, status: status, took: SuspendingClock.now - start)
    }

    /// What is left of `player`, which has ended.
    init(_ player: RadioSpiralProcess, status: Int32, took: Duration = .zero) {
        self.status = status
        self.took = took
        events = player.events
        error = player.child.error.text
        sockets = player.sockets
    }

    /// Holds the end against the contract: the status, the last line, a clean ledger, nothing left.
    func check(status: Int32, reason: String, _ location: SourceLocation = #_sourceLocation) {
        let all = Comment(rawValue: "\(events)\n\(error)")
        #expect(self.status == status, all, sourceLocation: location)
        let bye = events.last
        #expect(bye?.name == "bye", all, sourceLocation: location)
        #expect(bye?.text("reason") == reason, all, sourceLocation: location)
        #expect(bye?.number("status") == Double(status), all, sourceLocation: location)
        let leaks = bye?["leaks"] as? [String: Int]
        #expect(leaks == ["timers": 0, "listeners": 0], all, sourceLocation: location)
        #expect(sockets.isEmpty, all, sourceLocation: location)
    }

    /// Holds the `error` event, and its sentence on stderr, against what they must say.
    func check(code: String, says words: [String], _ location: SourceLocation = #_sourceLocation) {
        let failure = events.last { $0.name == "error" }
        #expect(failure?.text("code") == code, "\(events)", sourceLocation: location)
        let message = failure?.text("message") ?? ""
        for word in words { #expect(message.contains(word), "\(message)", sourceLocation: location) }
        #expect(!message.isEmpty && error.contains(message), "\(message)\n\(error)", sourceLocation: location)
    }
}

extension RadioSpiralProcess {
    /// The control sockets in its directory.
    var sockets: [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: home + "/radiospiral")
        return (files ?? []).filter { $0.hasSuffix(".sock") }
    }

    /// Runs `ctl` against this player and returns how that ended and what it printed.
    func ctl(_ arguments: String...) async throws -> (status: Int32, output: String, error: String) {
        let child = try ChildProcess(
            Self.path, ["ctl"] + arguments, environment: ["XDG_RUNTIME_DIR": home])
        guard case .exited(let status) = try await child.waitForEnd() else { return (-1, "", "killed") }
        return (status, child.output.text, child.error.text)
    }
}

extension PrivateDirectory {
    /// Writes a list of stations, each with its one URL, and returns its path.
    func writeStations(_ stations: KeyValuePairs<String, String>) throws -> String {
        let entries = stations.map { id, url in
            #"{"id":"\#(id)","name":"Station \#(id)","streams":[{"url":"\#(url)"}]}"#
        }
        return try write(#"{"version":1,"stations":[\#(entries.joined(separator: ","))]}"#, to: "Stations.json")
    }
}

/// Sounds whose bytes a test knows.
enum KnownSound {
    /// Noise as an MP3 stream of `seconds`, as stations send it. No two stretches of it are alike.
    static func mp3(seconds: Int, rate: Int = 48000, kilobits: Int = 128) async throws -> [UInt8] {
        try await encode(
            seconds: seconds, rate: rate,
            ["-c:a", "libmp3lame", "-b:a", "\(kilobits)k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"])
    }

    /// Noise, encoded by ffmpeg as `arguments` say.
    static func encode(seconds: Int, rate: Int, _ arguments: [String]) async throws -> [UInt8] {
        let noise = "anoisesrc=seed=7:colour=pink:amplitude=0.5:duration=\(seconds):sample_rate=\(rate)"
        return try await ChildProcess.run(
            "ffmpeg", ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", noise, "-ac", "2"] + arguments + ["-"])
    }

    /// What ffmpeg makes of `bytes`: raw samples in `format` (`s16le`), at their own rate and channels.
    static func decoded(_ bytes: [UInt8], as format: String, _ arguments: [String] = []) async throws -> [UInt8] {
        let directory = try PrivateDirectory()
        let file = directory.path(of: "sound")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return try await ChildProcess.run(
            "ffmpeg", ["-nostdin", "-loglevel", "error", "-i", file] + arguments + ["-f", format, "-"])
    }
}

extension RawHTTPServer.Exchange {
    /// Answers as a station does and sends `bytes`: `burst` of them at once, the rest as time passes. Then hangs.
    func broadcast(_ bytes: [UInt8], burst: Int = 65536, bytesPerSecond: Int = 16000, type: String = "audio/mpeg") {
        send("HTTP/1.0 200 OK\r\nContent-Type: \(type)\r\n\r\n")
        pace(bytes, burst: burst, bytesPerSecond: bytesPerSecond)
        hang()
    }

    /// Sends `burst` of `bytes` at once and the rest as time passes.
    func pace(_ bytes: [UInt8], burst: Int, bytesPerSecond: Int) {
        let start = SuspendingClock.now
        var sent = 0
        while sent < bytes.count {
            let passed = (SuspendingClock.now - start) / .seconds(1)
            let due = min(bytes.count, burst + Int(passed * Double(bytesPerSecond)))
            guard send(Array(bytes[sent..<due])) else { return }
            sent = due
            usleep(50000)
        }
    }
}
