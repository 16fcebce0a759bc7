import RadioCore
import Testing

@testable import StreamInput

struct StreamHeadersTests {
    @Test func `finds each link of a chain, its headers and its title, even where the old one does not end`() {
        let first = OggBuilder.vorbisHeaders(serial: 1, ["artist=A", "TITLE=One", "Album=X"])
        let audio = OggBuilder.page(serial: 1, sequence: 2, [[9, 9, 9]])
        let second = OggBuilder.opusHeaders(serial: 2, ["TITLE=Two"])
        let found = drip(first + audio + second + OggBuilder.page(serial: 2, sequence: 2, [[8]])) { headers(in: $0) }
        #expect(found.map(\.codec) == [.vorbis, .opus])
        #expect(found.map(\.position) == [100, 100 + first.count + audio.count])
        #expect(found.map(\.bytes) == [first, second])
        #expect(found[0].end == 100 + first.count)
        #expect(
            found[0].title
                == InBandTitle(source: .vorbisComment, artist: "A", title: "One", album: "X", text: "A - One"))
        #expect(found[1].title == InBandTitle(source: .vorbisComment, title: "Two", text: "Two"))
    }

    @Test func `joins repeated artists and takes the first of repeated titles`() {
        let found = headers(in: [
            OggBuilder.vorbisHeaders(serial: 1, ["ARTIST=A", "Artist=B", "TITLE=T", "TITLE=U", "noise", "ARTIST="])
        ])
        #expect(found.first?.title?.text == "A, B - T")
    }

    @Test func `has no title without an artist or a title, or where the comments are broken`() {
        #expect(headers(in: [OggBuilder.vorbisHeaders(serial: 1, ["ALBUM=X"])]).first?.title == nil)
        let broken =
            OggBuilder.page(serial: 1, flags: OggBuilder.first, [Array("OpusHead".utf8)])
            + OggBuilder.page(serial: 1, sequence: 1, [Array("OpusTags".utf8) + [255, 255, 255, 255, 1]])
        #expect(headers(in: [broken]).map(\.title) == [nil])
    }

    @Test func `puts together comments that span pages`() {
        let tags = Array("OpusTags".utf8) + OggBuilder.comments(["TITLE=T", "X=" + String(repeating: "x", count: 600)])
        let body =
            OggBuilder.page(serial: 1, flags: OggBuilder.first, [Array("OpusHead".utf8)])
            + OggBuilder.page(serial: 1, sequence: 1, isOpen: true, [Array(tags[..<510])])
            + OggBuilder.page(serial: 1, sequence: 2, flags: 1, [Array(tags[510...])])
        let found = drip(body, cutsEvery: 7) { headers(in: $0) }
        #expect(found.map(\.title?.text) == ["T"])
        #expect(found.map(\.bytes) == [body])
    }

    @Test func `reads FLAC in Ogg, whether it says how many headers there are or not`() {
        for count: UInt8 in [0, 1] {
            let tags = OggBuilder.comments(["TITLE=T"])
            let body =
                OggBuilder.page(
                    serial: 1, flags: OggBuilder.first,
                    [Array("\u{7f}FLAC".utf8) + [1, 0, 0, count] + Array("fLaC".utf8)])
                + OggBuilder.page(serial: 1, sequence: 1, [[0x84, 0, 0, UInt8(tags.count)] + tags])
            let found = headers(in: [body + OggBuilder.page(serial: 1, sequence: 2, [[0xff, 0xf8]])])
            #expect(found.map(\.codec) == [.flac])
            #expect(found.map(\.title?.text) == ["T"])
            #expect(found.map(\.bytes) == [body])
        }
    }

    @Test func `passes over a stream beside the sound, and a link without any`() {
        let pages =
            OggBuilder.page(serial: 5, flags: OggBuilder.first, [Array("fishead\0".utf8)])
            + OggBuilder.vorbisHeaders(serial: 1, ["TITLE=T"])
        let found = headers(in: [pages])
        #expect(found.map(\.position) == [100])
        #expect(found.map(\.bytes) == [pages])
        let none = OggBuilder.page(serial: 5, flags: OggBuilder.first, [[1]]) + OggBuilder.page(serial: 5, [[2]])
        #expect(headers(in: [none + OggBuilder.opusHeaders(serial: 6, [])]).map(\.position) == [100 + none.count])
    }

    @Test func `lets headers go that are too large to keep`() {
        let large = OggBuilder.page(serial: 1, isOpen: true, [[UInt8](repeating: 0, count: 255 * 255)])
        let pages =
            OggBuilder.page(serial: 1, flags: OggBuilder.first, [Array("OpusHead".utf8)])
            + OggBuilder.page(
                serial: 1, isOpen: true,
                [Array("OpusTags".utf8) + OggBuilder.comments(["TITLE=T"]) + [UInt8](repeating: 0, count: 225)])
        let count = CodecHeader.limit / (255 * 255) + 1
        let end = OggBuilder.page(serial: 1, [[0]])
        let found = headers(in: [pages] + .init(repeating: large, count: count) + [end])
        #expect(found.map(\.bytes) == [[]])
        #expect(found.map(\.title?.text) == ["T"])
        #expect(found.map(\.end) == [100 + pages.count + count * large.count + end.count])
    }

    @Test func `reads a native FLAC stream`() {
        let tags = OggBuilder.comments(["ARTIST=A", "TITLE=T"])
        let head =
            Array("fLaC".utf8) + [0, 0, 0, 3, 1, 2, 3] + [4, 0, 0, UInt8(tags.count)] + tags + [0x81, 0, 0, 2, 0, 0]
        let found = drip(head + [0xff, 0xf8, 1, 2]) { headers(in: $0) }
        #expect(found.map(\.codec) == [.flac])
        #expect(found.map(\.bytes) == [head])
        #expect(found.map(\.end) == [100 + head.count])
        #expect(found.map(\.title?.text) == ["A - T"])
    }

    @Test func `finds nothing in a format without headers`() {
        #expect(drip([0xff, 0xfb, 0x90] + Array("OggSfLaC".utf8)) { headers(in: $0) }.isEmpty)
        #expect(headers(in: [[0xff], []]).isEmpty)
    }

    private func headers(in pieces: [[UInt8]]) -> [CodecHeader] {
        var parser = StreamHeaders(position: 100)
        var found: [CodecHeader] = []
        // Safe: bytes have no padding.
        for piece in pieces { unsafe parser.feed(piece.span.bytes) { found.append($0) } }
        return found
    }
}
