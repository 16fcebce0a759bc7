import Playlists
import Testing

struct BoundsTests {
    @Test("reads or refuses every beginning of every list", arguments: Samples.all)
    func readsEveryPrefix(kind: PlaylistKind, text: String) {
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            let head = Array(bytes.prefix(count))
            let list = try? Playlist.read(head, base: Samples.base)
            #expect(list?.entries.isEmpty != true)
            _ = try? HLSList.read(head, base: Samples.base)
        }
        #expect(kind == .hls || (try? Playlist.read(bytes, base: Samples.base)) != nil)
    }

    @Test("reads or refuses every list with any of its bytes made another", arguments: Samples.all)
    func readsEveryDamage(kind: PlaylistKind, text: String) {
        for index in 0..<text.utf8.count {
            for byte in [0x00, 0x0A, 0x22, 0x3C, 0xFF] as [UInt8] {
                var bytes = Array(text.utf8)
                bytes[index] = byte
                let urls = (try? Playlist.read(bytes, base: Samples.base))?.entries.map(\.url) ?? []
                #expect(urls.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") })
                _ = try? HLSList.read(bytes, base: Samples.base)
            }
        }
    }

    @Test("takes a thousand of ten thousand entries, and says so")
    func boundsEntries() throws {
        let text = "#EXTM3U\n" + (0..<10_000).map { "http://h/\($0)\n" }.joined()
        let list = try Playlist.read(Array(text.utf8), base: Samples.base)
        #expect(list.entries.count == 1000 && list.isCut)
        #expect(list.entries.last?.url == "http://h/999")
    }

    @Test("tells a hundred of the entries that it refuses")
    func boundsRefusals() throws {
        let text = "http://h/a\n" + (0..<1000).map { "file:///\($0)\n" }.joined()
        let list = try Playlist.read(Array(text.utf8), base: Samples.base)
        #expect(list.refused.count == 100 && list.isCut && list.entries.count == 1)
    }

    @Test("takes a list of 256 KiB, and none that is longer")
    func boundsSize() throws {
        let text = "http://h/a\n".padding(to: Playlist.sizeLimit)
        #expect(try Samples.urls(text) == ["http://h/a"])
        #expect(Samples.failure(text + " ") == .tooLarge(limit: Playlist.sizeLimit))
        #expect(throws: PlaylistError(.tooLarge(limit: HLSList.sizeLimit), url: Samples.base)) {
            try HLSList.read(Array(Samples.hlsMedia.padding(to: HLSList.sizeLimit + 1).utf8), base: Samples.base)
        }
    }

    @Test(
        "ends on text that is made to take long",
        arguments: [
            "<!---->", "<??>", "<?x?>", "<", "<!", "<asx ", "<asx a='", "<asx &", "&a;", "[playlist]", "#EXTM3U\n#",
            "</a>", "<asx a=", "<asx><![CDATA[", "File1=\n", "http://", "<asx><a></b>", "\u{301}", "<embed a",
        ])
    func endsOnRepetition(piece: String) {
        let text = String(repeating: piece, count: Playlist.sizeLimit / piece.utf8.count)
        for mark in ["", "<asx>", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"] {
            let bytes = Array((mark + text).utf8.prefix(Playlist.sizeLimit))
            let list = try? Playlist.read(bytes, base: Samples.base)
            #expect((list?.entries.count ?? 0) <= 1000)
            _ = try? HLSList.read(bytes, base: Samples.base)
        }
    }
}

extension String {
    /// The text with blank lines behind it, so that it has `size` bytes.
    fileprivate func padding(to size: Int) -> String {
        self + String(repeating: "\n", count: size - utf8.count)
    }
}
