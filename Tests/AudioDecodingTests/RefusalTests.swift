import Rings
import Testing

@testable import AudioDecoding

@Suite(.timeLimit(.minutes(1)))
struct RefusalTests {
    @Test(
        "what is no sound is refused by its kind",
        arguments: [
            ("<!DOCTYPE html><html><head><title>404 Not Found</title></head><body>Gone</body></html>", .webPage),
            ("\u{FEFF}\n <html><body>Station offline</body></html>", .webPage),
            ("<?xml version=\"1.0\"?><playlist xmlns=\"http://xspf.org/ns/0/\"><trackList/></playlist>", .xml),
            ("#EXTM3U\nhttp://example.org/stream.mp3\n", .playlist),
            ("[playlist]\nFile1=http://example.org/stream.mp3\n", .playlist),
            ("invalid password", .text),
            ("", .empty),
        ] as [(String, DecodeError)])
    func refused(_ text: String, as error: DecodeError) async {
        let decoded = await Decoded(DecodeSession(.holding(Array(text.utf8))))
        #expect(decoded.failure == error)
        #expect(decoded.source == nil)
        #expect(decoded.ended == nil)
    }

    @Test("a refusal names the connection that is refused, whatever has come since")
    func position() async {
        let page = Array("<!doctype html><html><body>Station offline</body></html>".utf8)
        let first = await Decoded(DecodeSession(.holding(page, [1, 1, 1])))
        #expect(first.failure == .webPage && first.failedAt == 0)
        let second = await Decoded(DecodeSession(.holding([1, 1, 1], page)))
        #expect(second.failure == .webPage && second.failedAt == 3)
    }

    @Test("a web page is refused before it has come whole")
    func early() async {
        let page = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        let decoded = await Decoded(DecodeSession(.holding(Array(page.utf8), isFinished: false)))
        #expect(decoded.failure == .webPage)
    }

    @Test("another container is refused by name")
    func foreign() async {
        let bytes = [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 100)
        let decoded = await Decoded(DecodeSession(.holding(bytes)))
        #expect(decoded.failure == .unsupported("MP4"))
    }

    @Test("garbage is given up after 256 KiB")
    func garbage() async {
        var state: UInt32 = 1
        let noise = (0..<400_000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        let decoded = await Decoded(DecodeSession(.holding(noise, isFinished: false)))
        #expect(decoded.failure == .garbage)
        #expect(decoded.source == nil)
    }

    @Test("a little garbage that ends is no sound")
    func shortGarbage() async {
        let decoded = await Decoded(DecodeSession(.holding([UInt8](repeating: 0x01, count: 1000))))
        #expect(decoded.failure == .unknown)
    }
}
