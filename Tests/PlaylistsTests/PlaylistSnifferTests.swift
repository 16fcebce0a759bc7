import Playlists
import Testing

struct PlaylistSnifferTests {
    private func look(_ bytes: [UInt8], isAll: Bool = false) -> PlaylistSniffer.Verdict {
        PlaylistSniffer.look(at: bytes, isAll: isAll, contentType: nil)
    }

    @Test("tells every list before it is whole, and is undecided until then", arguments: Samples.all)
    func tellsLists(kind: PlaylistKind, text: String) {
        let bytes = Array(text.utf8)
        var verdicts = (0...bytes.count).map { look(Array(bytes.prefix($0))) }
        verdicts.removeAll { $0 == .undecided }
        #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0 == .list })
        #expect(look([]) == .undecided)
        #expect(look(bytes, isAll: true) == .list)
    }

    @Test(
        "tells web pages",
        arguments: [
            "<!DOCTYPE html><html>", "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.0//EN\">", "\n\n<HTML>",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<br />\n<b>Warning</b>",
            "<h1>404</h1>", "<!-- served -->\n<html>",
        ])
    func tellsPages(text: String) {
        #expect(look(Array(text.utf8)) == .webPage)
    }

    @Test(
        "takes no sound for a list, from its first byte on",
        arguments: [
            [0xFF, 0xFB, 0x90, 0x64, 0x00, 0x0F, 0xF0], [0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC],
            [0xFF, 0xFE, 0x54, 0xC4, 0x61, 0x62, 0x63, 0x64], [0xFE, 0xFF, 0x00, 0x01],
            Array("OggS".utf8) + [0, 2, 0, 0], Array("fLaC".utf8) + [0, 0, 0, 0x22],
            Array("ID3".utf8) + [3, 0, 0, 0, 0], [0x47, 0x40, 0x00, 0x10, 0x00], [0x1A, 0x45, 0xDF, 0xA3],
            [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66], Array("RIFF".utf8) + [0x24, 0, 0, 0],
            Array("<asx".utf8) + [0], Array("#EXTM3U\n".utf8) + [1, 2, 3], Array("http://".utf8) + [0x1B],
            Array("[playlist]\n".utf8) + [0],
        ] as [[UInt8]])
    func passesSound(bytes: [UInt8]) {
        #expect(look(bytes) == .other)
    }

    @Test("takes no random bytes for a list")
    func passesNoise() {
        var state: UInt64 = 1
        for first in UInt8.min...UInt8.max {
            let noise = (0..<600).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            #expect(look([first] + noise) == .other)
        }
    }

    @Test("decides at the end of its window, whatever comes")
    func decides() {
        for text in ["#", "<!-- ", " ", "<?", "a"] {
            let bytes = Array(String(repeating: text, count: PlaylistSniffer.window / text.utf8.count + 1).utf8)
            #expect(look(bytes) == .other, "\(text)")
        }
        #expect(look(Array("#".utf8), isAll: true) == .other)
        #expect(look([], isAll: true) == .other)
    }
}
