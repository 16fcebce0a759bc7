import Rings
import TestKit
import Testing

@testable import AudioDecoding

/// MPEG-TS, as in the segments of HLS.
struct TransportTests {
    @Test("a transport stream is what ffmpeg decodes, sample for sample", arguments: ["aac", "libmp3lame"])
    func exact(codec: String) async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, seconds: 4, "-c:a \(codec) -b:a 128k -f mpegts", as: "a.ts")
        let decoded = await Decoded(DecodeSession(.holding(bytes)))
        #expect(decoded.failure == nil)
        #expect(decoded.streams.map(\.format.container) == ["mpegts"])
        #expect(decoded.streams.first?.format.codec == (codec == "aac" ? "aac" : "mp3"))
        #expect(decoded.difference(from: try fixture.reference(bytes)) == nil)
    }

    @Test("segments that follow each other are one sound, although each begins with its tables")
    func segments() async throws {
        let fixture = try Fixture()
        let first = try fixture.encode(rate: 44100, seconds: 2, "-c:a aac -b:a 96k -f mpegts", as: "a.ts")
        let second = try fixture.encode(rate: 44100, seconds: 2, "-c:a aac -b:a 96k -f mpegts", as: "b.ts")
        let decoded = await Decoded(DecodeSession(.holding(first + second)))
        #expect(decoded.failure == nil && decoded.streams.count == 1)
        let seconds = Double(decoded.frames) / 44100
        #expect(seconds > 3.95 && seconds < 4.2, "\(seconds)")
    }

    @Test("a session may begin amid a segment, and hears what follows the next tables")
    func amid() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, seconds: 4, "-c:a libmp3lame -b:a 128k -f mpegts", as: "a.ts")
        let decoded = await Decoded(DecodeSession(.holding(Array(bytes[20_001...]))))
        #expect(decoded.failure == nil)
        let reference = try fixture.reference(bytes)
        #expect(decoded.samples.count > reference.count / 2)
        let tail = decoded.samples.suffix(24000) == reference.suffix(24000)
        #expect(tail)
    }
}
