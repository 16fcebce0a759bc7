import Foundation
import RadioCore
import TestKit
import Testing

@testable import Playback

/// A whole player on a clock of the test's own, with a real server and a real file.
@Suite(.timeLimit(.minutes(2)))
struct LongFileTests {
    @Test func `a file larger than all that may be held is played whole`() async throws {
        // Noise that cannot be compressed, at 16 kB/s.
        let noise = "anoisesrc=seed=3:sample_rate=8000:amplitude=1:duration=2100"
        let flac = try await Self.ffmpeg([
            "-f", "lavfi", "-i", noise, "-c:a", "flac", "-sample_fmt", "s16", "-f", "flac",
        ])
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: audio/flac\r\nContent-Length: \(flac.count)\r\n\r\n")
            exchange.send(flac)
        }
        let directory = try PrivateDirectory()
        let path = directory.path(of: "out.wav")
        let configuration = PlayerConfiguration(
            station: .url(server.url()), output: .wav(path: path), stationGiveUp: nil, soundGiveUp: nil)
        try #require(flac.count > configuration.bufferLimit)
        let (goodbye, troubles) = await Self.play(configuration)
        let bye = try #require(goodbye)
        #expect(troubles.isEmpty)
        #expect(bye.reason == .end && bye.status == 0)
        #expect(bye.leakedTimers == 0 && bye.leakedListeners == 0)
        #expect(server.requests.count == 1)
        let source = try directory.write(Data(flac), to: "in.flac")
        let expected = try await Self.ffmpeg(["-i", source, "-f", "s16le"])
        let written = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let isWhole = written.suffix(expected.count).elementsEqual(expected)
        #expect(isWhole, "\(written.count) bytes for \(expected.count)")
        #expect(written.count - expected.count < 200)
    }

    /// Plays as fast as the machine can; returns the goodbye, and what went wrong on the way.
    private static func play(
        _ configuration: PlayerConfiguration
    ) async -> (Goodbye?, troubles: [Playback.PlayerEvent]) {
        let bench = PlayerBench(configuration)
        await bench.player.start()
        guard case .bye(let goodbye) = await bench.event(where: { if case .bye = $0 { true } else { false } }) else {
            return (nil, bench.told)
        }
        return (goodbye, bench.told.filter { if case .warning = $0 { true } else { false } })
    }

    private static func ffmpeg(_ arguments: [String]) async throws -> [UInt8] {
        try await ChildProcess.run("ffmpeg", ["-nostdin", "-loglevel", "error"] + arguments + ["-"])
    }
}

extension PrivateDirectory {
    fileprivate func write(_ bytes: Data, to name: String) throws -> String {
        try bytes.write(to: URL(fileURLWithPath: path(of: name)))
        return path(of: name)
    }
}
