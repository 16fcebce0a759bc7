import RadioCore
import Rings
import Testing

@testable import AudioDecoding

@Suite(.enabled(if: Fixture.isToolInstalled, "ffmpeg is not installed"), .timeLimit(.minutes(2)))
struct DecodingTests {
    /// How a stream is made, and what it must be found to be.
    struct Case: CustomTestStringConvertible, Sendable {
        let arguments: String
        let file: String
        let rate: Int
        let format: StreamFormat
        var testDescription: String { "\(file) \(rate) \(arguments)" }

        init(_ arguments: String, _ file: String, _ rate: Int, _ codec: String, _ container: String, _ bitrate: Int?) {
            self.arguments = arguments
            self.file = file
            self.rate = rate
            format = StreamFormat(
                codec: codec, profile: codec == "aac" ? "LC" : nil, container: container, sampleRate: rate,
                channels: 2, bitrate: bitrate)
        }
    }

    static let cases = [
        Case("-b:a 128k", "a.mp3", 48000, "mp3", "mp3", 128_000),
        Case("-b:a 128k -write_xing 0 -id3v2_version 0", "a.mp3", 44100, "mp3", "mp3", 128_000),
        Case("-b:a 64k", "a.mp3", 22050, "mp3", "mp3", 64000),
        Case("-c:a mp2 -b:a 192k", "a.mp2", 48000, "mp2", "mp3", 192_000),
        Case("-c:a aac -b:a 96k -f adts", "a.aac", 44100, "aac", "aac", nil),
        Case("-c:a libvorbis -b:a 96k", "a.ogg", 44100, "vorbis", "ogg", 96000),
        Case("-c:a libopus -b:a 64k", "a.opus", 48000, "opus", "ogg", nil),
        Case("-c:a flac -f ogg", "a.oga", 44100, "flac", "ogg", nil),
        Case("-c:a flac", "a.flac", 48000, "flac", "flac", nil),
    ]

    @Test("every codec decodes to exactly what ffmpeg decodes it to", arguments: cases)
    func exact(_ test: Case) async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: test.rate, test.arguments, as: test.file)
        // What ffmpeg takes for layer II by itself computes in 16 bits.
        let reference = try fixture.reference(bytes, decoder: test.format.codec == "mp2" ? "mp2float" : nil)
        let decoded = await Decoded(DecodeSession(.holding(bytes)))
        #expect(decoded.failure == nil)
        #expect(decoded.streams.map(\.format) == [test.format])
        #expect(decoded.source?.sampleRate == test.rate)
        #expect(decoded.corrupt == 0)
        #expect(decoded.ended == decoded.frames)
        #expect(decoded.difference(from: reference) == nil)
    }

    @Test(
        "the first decoded frame decides rate and channels, not the header",
        arguments: [(Fixture.stereo, "HE-AAC"), (Fixture.mono, "HE-AACv2")])
    func bandReplication(signal: String, profile: String) async throws {
        let fixture = try Fixture()
        let plain = try fixture.encode(signal, rate: 24000, "-c:a aac -b:a 64k -f adts", as: "a.aac")
        let bytes = BandReplication.added(to: plain)
        let decoded = await Decoded(DecodeSession(.holding(bytes)))
        #expect(decoded.failure == nil && decoded.corrupt == 0)
        #expect(decoded.source?.sampleRate == 48000 && decoded.source?.channels == 2)
        let format = StreamFormat(
            codec: "aac", profile: profile, container: "aac", sampleRate: 48000, channels: 2, bitrate: nil)
        // The frames of one channel hold no parametric stereo, of which FFmpeg takes note in the second.
        #expect(decoded.streams.first?.format == format)
        #expect(decoded.streams.allSatisfy { $0.format.sampleRate == 48000 && $0.format.channels == 2 })
        #expect(decoded.difference(from: try fixture.reference(bytes)) == nil)
        #expect(decoded.frames > 48000 * 29 / 10)
    }

    @Test("a variable bit rate is told by its average, and the first frame is not heard")
    func variableRate() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 44100, "-q:a 4", as: "a.mp3")
        let decoded = await Decoded(DecodeSession(.holding(bytes)))
        #expect(decoded.difference(from: try fixture.reference(bytes)) == nil)
        #expect(decoded.streams.count == 1)
    }

    @Test("24 bit are kept where the codec has them")
    func deep() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, "-c:a flac -sample_fmt s32", as: "a.flac")
        let decoded = await Decoded(DecodeSession(.holding(bytes)))
        #expect(decoded.source?.bitDepth == 24)
        #expect(decoded.difference(from: try fixture.reference(bytes)) == nil)
    }

    @Test("bytes that come in small pieces decode to the same")
    func pieces() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, seconds: 1, "-b:a 64k", as: "a.mp3")
        let buffer = TimeShiftBuffer(limit: 1 << 20)
        let session = DecodeSession(buffer)
        let feeding = Task {
            for start in stride(from: 0, to: bytes.count, by: 7) {
                buffer.add(bytes[start..<min(start + 7, bytes.count)])
                await Task.yield()
            }
            buffer.finish()
        }
        let decoded = await Decoded(session)
        await feeding.value
        #expect(decoded.difference(from: try fixture.reference(bytes)) == nil)
    }

    @Test("a fixed output of the source's own rate gets its samples unchanged")
    func fixedSameRate() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, "-b:a 128k", as: "a.mp3")
        let output = OutputFormat.fixed(AudioFormat(sampleRate: 48000, channels: 2))
        let decoded = await Decoded(DecodeSession(.holding(bytes), output: output))
        #expect(decoded.difference(from: try fixture.reference(bytes)) == nil)
    }

    @Test("a fixed output gets its own rate, and mono at full level on both sides")
    func fixedOtherRate() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(Fixture.mono, rate: 44100, "-c:a flac", as: "a.flac")
        let output = OutputFormat.fixed(AudioFormat(sampleRate: 48000, channels: 2))
        let decoded = await Decoded(DecodeSession(.holding(bytes), output: output))
        #expect(decoded.source?.sampleRate == 48000)
        #expect(decoded.source?.channels == 2)
        #expect(abs(decoded.frames - 144_000) <= 2)
        #expect(abs((decoded.samples.map(abs).max() ?? 0) - 0.4) < 0.01)
        #expect(decoded.streams.first?.format.sampleRate == 44100)
        #expect(decoded.streams.first?.format.channels == 1)
        #expect(
            stride(from: 0, to: decoded.samples.count, by: 2).allSatisfy {
                decoded.samples[$0] == decoded.samples[$0 + 1]
            })
    }

    @Test("a chained Ogg stream plays on with another rate and other channels")
    func chain() async throws {
        let fixture = try Fixture()
        let first = try fixture.encode(rate: 44100, seconds: 1, "-c:a libvorbis", as: "a.ogg")
        let second = try fixture.encode(Fixture.mono, rate: 48000, seconds: 1, "-c:a libvorbis", as: "b.ogg")
        let third = try fixture.encode(rate: 48000, seconds: 1, "-c:a libopus", as: "c.opus")
        let buffer = TimeShiftBuffer.holding(first + second + third)
        let decoded = await Decoded(DecodeSession(buffer))
        #expect(decoded.streams.map(\.format.sampleRate) == [44100, 48000, 48000])
        #expect(decoded.streams.map(\.format.channels) == [2, 1, 2])
        #expect(decoded.streams.map(\.format.codec) == ["vorbis", "vorbis", "opus"])
        #expect(decoded.source?.sampleRate == 44100)
        #expect(abs(decoded.frames - 3 * 44100) < 1000)
        let reference = try fixture.reference(first)
        #expect(decoded.difference(from: reference, within: 0..<reference.count) == nil)
        #expect(decoded.corrupt == 0)
    }

    @Test("links of one format follow each other without a sample between them")
    func gaplessChain() async throws {
        let fixture = try Fixture()
        let first = try fixture.encode(rate: 48000, seconds: 1, "-c:a flac -f ogg", as: "a.oga")
        let second = try fixture.encode(Fixture.stereo, rate: 48000, seconds: 1, "-c:a flac -f ogg", as: "b.oga")
        let decoded = await Decoded(DecodeSession(.holding(first + second)))
        let reference = try fixture.reference(first) + fixture.reference(second)
        #expect(decoded.difference(from: reference) == nil)
        #expect(decoded.streams.count == 1)
    }

    @Test("another connection may bring another codec")
    func joint() async throws {
        let fixture = try Fixture()
        let first = try fixture.encode(rate: 48000, seconds: 1, "-b:a 128k", as: "a.mp3")
        let second = try fixture.encode(rate: 48000, seconds: 1, "-c:a aac -f adts", as: "b.aac")
        // The first ends amid a frame, as a lost connection does.
        let cut = Array(first.dropLast(100))
        let decoded = await Decoded(DecodeSession(.holding(cut, second)))
        #expect(decoded.streams.map(\.format.codec) == ["mp3", "aac"])
        let reference = try fixture.reference(second)
        // The first 20 ms are crossfaded with what was there before.
        let whole = reference.count - 2 * 960
        let isSame = decoded.samples.suffix(whole) == reference.suffix(whole)
        #expect(isSame)
        #expect(decoded.corrupt == 0)
        expectSmooth(decoded)
    }

    @Test("one connection may change its codec without saying so")
    func unmarkedChange() async throws {
        let fixture = try Fixture()
        let first = try fixture.encode(rate: 48000, seconds: 1, "-b:a 128k -write_xing 0", as: "a.mp3")
        let second = try fixture.encode(rate: 48000, seconds: 1, "-c:a aac -f adts", as: "b.aac")
        let decoded = await Decoded(DecodeSession(.holding(first + second)))
        #expect(decoded.streams.map(\.format.codec) == ["mp3", "aac"])
    }

    @Test("a tag in front, of any declared length, and one between frames are passed over")
    func tags() async throws {
        let fixture = try Fixture()
        let bytes = try fixture.encode(rate: 48000, seconds: 1, "-b:a 128k -write_xing 0 -id3v2_version 0", as: "a.mp3")
        let size = 300_000
        let length = [UInt8(size >> 21), UInt8(size >> 14 & 127), UInt8(size >> 7 & 127), UInt8(size & 127)]
        let tag = Array("ID3".utf8) + [4, 0, 0] + length + [UInt8](repeating: 0xFF, count: size)
        let decoded = await Decoded(DecodeSession(.holding(tag + bytes[..<3840] + tag + bytes[3840...])))
        #expect(decoded.difference(from: try fixture.reference(bytes)) == nil)
        #expect(decoded.corrupt == 0)
    }

    @Test("damage is replaced without a click, counted, and ends nothing")
    func damage() async throws {
        let fixture = try Fixture()
        var bytes = try fixture.encode(rate: 48000, seconds: 3, "-b:a 128k -write_xing 0", as: "a.mp3")
        bytes.removeSubrange(20000..<20777)
        bytes.replaceSubrange(30000..<31000, with: repeatElement(0x55, count: 1000))
        let decoded = await Decoded(DecodeSession(.holding(bytes)))
        #expect(decoded.failure == nil)
        #expect(decoded.corrupt > 0)
        #expect(decoded.frames > 120_000)
        expectSmooth(decoded)
    }

    /// No step between two samples of a channel is larger than the signal itself makes.
    private func expectSmooth(_ decoded: Decoded) {
        let largest = (decoded.channels..<decoded.samples.count).map {
            abs(decoded.samples[$0] - decoded.samples[$0 - decoded.channels])
        }.max()
        #expect((largest ?? 1) < 0.06)
    }
}
