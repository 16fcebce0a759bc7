import RadioCore
import Rings
import Testing

@testable import AudioDecoding

@Suite(.enabled(if: Fixture.isToolInstalled, "ffmpeg is not installed"), .timeLimit(.minutes(2)))
struct PositionTests {
    /// MP3 of 48 kHz and 128 kbit/s: every frame has 384 bytes and makes 1152 frames.
    static func plainMP3(_ fixture: Fixture, seconds: Double = 3) throws -> [UInt8] {
        try fixture.encode(
            rate: 48000, seconds: seconds, "-b:a 128k -write_xing 0 -id3v2_version 0", as: "plain.mp3")
    }

    @Test("a watched byte is told with the first frame of the first packet at or behind it")
    func watch() async throws {
        let bytes = try Self.plainMP3(try Fixture())
        let session = DecodeSession(.holding(bytes))
        for byte in [0, 1, 384, 385, 3840] { session.watch(bytePosition: byte) }
        let decoded = await Decoded(session)
        #expect(decoded.reached == [0: 0, 1: 1152, 384: 1152, 385: 2304, 3840: 11520])
    }

    @Test("a byte that has been decoded already is told at once")
    func lateWatch() async throws {
        let bytes = try Self.plainMP3(try Fixture())
        let buffer = TimeShiftBuffer.holding(bytes, isFinished: false)
        let session = DecodeSession(buffer)
        // The last frame is only decoded once it is known that nothing else follows it.
        session.watch(bytePosition: 38400)
        session.start()
        var reached: [Int] = []
        for await event in session.events {
            guard case .reached(let byte, let frame) = event else { continue }
            reached.append(frame)
            if byte == 3840 { break }
            session.watch(bytePosition: 3840)
        }
        #expect(reached == [115_200, 11520])
        session.cancel()
        await session.join()
    }

    @Test("a frame leads back to its packet, and the rate of bytes is measured")
    func lookUp() async throws {
        let bytes = try Self.plainMP3(try Fixture())
        let session = DecodeSession(.holding(bytes))
        #expect(session.decodedPosition == (0, 0))
        #expect(session.bytePosition(ofFrame: 0) == nil)
        let decoded = await Decoded(session)
        #expect(session.bytePosition(ofFrame: 0) == 0)
        #expect(session.bytePosition(ofFrame: 1151) == 0)
        #expect(session.bytePosition(ofFrame: 1152) == 384)
        #expect(session.bytePosition(ofFrame: decoded.frames + 1) == nil)
        #expect(session.decodedPosition == (bytes.count - 384, decoded.frames - 1152))
        #expect(abs((session.bytesPerSecond ?? 0) - 16000) < 1)
    }

    @Test("a start amid a frame leaves out what refers to bytes that are not there")
    func midFrame() async throws {
        let fixture = try Fixture()
        let bytes = try Self.plainMP3(fixture)
        let reference = try fixture.reference(bytes)
        let session = DecodeSession(.holding(bytes), from: 10_037)
        let decoded = await Decoded(session)
        let first = try #require(session.bytePosition(ofFrame: 0))
        #expect(first % 384 == 0)
        #expect(10_037..<10_037 + 6 * 384 ~= first)
        // The first frame lacks the half that the frame before lends it.
        let (skipped, offset) = (1152 * 2, first / 384 * 1152 * 2)
        #expect(decoded.samples.count == reference.count - offset)
        #expect(decoded.samples.dropFirst(skipped).elementsEqual(reference.dropFirst(offset + skipped)))
    }

    @Test("a start amid an Ogg link takes its headers from the preamble, which does not count as bytes")
    func midLink() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, "-c:a libvorbis -page_duration 200000", as: "a.ogg")
        let reference = try fixture.reference(bytes)
        let pages = Self.pages(of: bytes)
        let headers = try #require(pages.first { $0.granule > 0 }).position
        let start = try #require(pages.dropFirst(pages.count / 2).first)
        let buffer = TimeShiftBuffer.holding(bytes)
        let session = DecodeSession(buffer, from: start.position - 100, preamble: Array(bytes[..<headers]))
        session.watch(bytePosition: start.position - 50)
        let decoded = await Decoded(session)
        #expect(decoded.failure == nil)
        #expect(decoded.reached == [start.position - 50: 0])
        #expect(session.bytePosition(ofFrame: 0) == start.position)
        let tail = decoded.samples.count - 2 * 4096
        #expect(tail > 48000)
        #expect(decoded.samples.suffix(tail).elementsEqual(reference.suffix(tail)))
    }

    @Test("positions are right behind a resampler")
    func resampled() async throws {
        let bytes = try Self.plainMP3(try Fixture())
        let output = OutputFormat.fixed(AudioFormat(sampleRate: 44100, channels: 2))
        let session = DecodeSession(.holding(bytes), output: output)
        session.watch(bytePosition: 38400)
        let decoded = await Decoded(session)
        // 115200 frames at 48 kHz.
        #expect(abs((decoded.reached[38400] ?? 0) - 105_840) <= 1)
    }

    @Test("a slower pace makes more frames, without a break where it begins, and positions follow")
    func slower() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, seconds: 4, "-c:a flac", as: "a.flac")
        let output = OutputFormat.fixed(AudioFormat(sampleRate: 48000, channels: 2))
        let buffer = TimeShiftBuffer.holding(Array(bytes[..<(bytes.count / 4)]), isFinished: false)
        let session = DecodeSession(buffer, output: output)
        let feeding = Task {
            // Amid the sound, and later again, so that both the start and the change are heard.
            session.setRateAdjustment(ppm: 3000)
            buffer.add(bytes[(bytes.count / 4)...])
            buffer.finish()
        }
        let decoded = await Decoded(session)
        await feeding.value
        #expect(192_000 + 350...192_000 + 580 ~= decoded.frames)
        let largest = (2..<decoded.samples.count).map { abs(decoded.samples[$0] - decoded.samples[$0 - 2]) }.max()
        #expect((largest ?? 1) < 0.06)
    }

    @Test("a position that has been discarded is taken up at the oldest one held")
    func discarded() async throws {
        let bytes = try Self.plainMP3(try Fixture())
        let buffer = TimeShiftBuffer.holding(bytes)
        buffer.discard(before: 20_000)
        let session = DecodeSession(buffer, from: 1000)
        let decoded = await Decoded(session)
        #expect((session.bytePosition(ofFrame: 0) ?? 0) >= 20_000)
        #expect(decoded.frames > 48000)
    }

    private static func pages(of bytes: [UInt8]) -> [OggPage] {
        var (scanner, pages) = (OggPageScanner(), [OggPage]())
        // Safe: the bytes are only read within the call.
        unsafe scanner.feed(bytes.span.bytes) { if case .page(let page) = $0 { pages.append(page) } }
        return pages
    }
}
