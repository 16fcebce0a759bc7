import Foundation
import Playback
import RadioCore
import TestKit
import Testing

/// HLS from a real server to a file of sound, on a clock of the test's own.
@Suite(.timeLimit(.minutes(2)))
struct HLSPlayerTests {
    @Test func `a stream with an end is played to it, and is what ffmpeg decodes of its segments`() async throws {
        let directory = try PrivateDirectory()
        let list = directory.path(of: "list.m3u8")
        _ = try await ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=300:r=48000:d=12", "-ac", "2"]
                + [
                    "-c:a", "libmp3lame", "-b:a", "96k", "-f", "hls", "-hls_time", "3", "-hls_playlist_type", "vod",
                    list,
                ])
        let server = try RawHTTPServer { exchange in
            let file = URL(fileURLWithPath: directory.path(of: String(exchange.path.dropFirst())))
            guard let bytes = try? Data(contentsOf: file) else {
                exchange.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                return
            }
            exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(bytes.count)\r\n\r\n")
            exchange.send([UInt8](bytes))
        }
        let path = directory.path(of: "out.wav")
        let station = Station.url(server.url(of: "/list.m3u8"))
        let bench = PlayerBench(
            PlayerConfiguration(station: station, output: .wav(path: path), stationGiveUp: nil))
        await bench.player.start()
        let end = await bench.event { if case .bye = $0 { true } else { false } }
        guard case .bye(let goodbye) = end else {
            Issue.record("no end: \(bench.told)")
            return
        }
        #expect(goodbye.reason == .end && goodbye.status == 0)
        #expect(goodbye.leakedTimers == 0 && goodbye.leakedListeners == 0)
        let heard = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)).dropFirst(44))
        let expected = try await ChildProcess.run(
            "ffmpeg", ["-nostdin", "-loglevel", "error", "-i", list, "-f", "s16le", "-"])
        #expect(abs(heard.count - expected.count) < 4 * 3 * 1152, "\(heard.count) bytes, not \(expected.count)")
        // Amid the sound, sample for sample: the player's start and end are its own.
        let piece = Array(expected[(4 * 96_000)..<(4 * 100_000)])
        let place = heard.indices.first { heard[$0...].starts(with: piece) }
        #expect(place != nil)
    }
}
