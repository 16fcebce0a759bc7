import Playlists
import Testing

struct PlaylistErrorTests {
    @Test(
        "follows http and https only, and says what else it found",
        arguments: [
            ("file:///etc/passwd", .scheme("file")), ("FILE:/etc/passwd", .scheme("file")),
            ("concat:http://h/a|file:///etc/passwd", .scheme("concat")), ("data:audio/mpeg;base64,AA", .scheme("data")),
            ("rtsp://h/live", .scheme("rtsp")), ("mms://h/live", .scheme("mms")), ("icyx://h/live", .scheme("icyx")),
            ("javascript:alert(1)", .scheme("javascript")), ("radio.example.com:8000/a", .scheme("radio.example.com")),
            ("C:\\Music\\a.mp3", .localFile), ("\\\\server\\share\\a.mp3", .localFile),
            ("http:///a", .malformed), ("http:a", .malformed), ("http://:80/", .malformed),
            ("http://h\u{1B}/", .malformed), ("http://h h/", .malformed),
            ("http://h/" + String(repeating: "a", count: 9000), .tooLong),
        ] as [(String, LinkRefusal)])
    func refuses(address: String, refusal: LinkRefusal) throws {
        let text = "[playlist]\nFile1=\(address)\nFile2=http://h/ok"
        let list = try Playlist.read(Array(text.utf8), base: Samples.base)
        #expect(list.refused.map(\.refusal) == [refusal])
        #expect(list.entries.map(\.url) == ["http://h/ok"])
    }

    @Test("says why nothing is left, and hides passwords while it does")
    func saysWhy() {
        let text = "#EXTM3U\nmms://me:secret@h/a\nmms://h/b\nfile:///c\n"
        let error = #expect(throws: PlaylistError.self) {
            try Playlist.read(Array(text.utf8), base: "http://me:secret@radio.example.com/l.m3u")
        }
        #expect(
            error?.description == """
                http://radio.example.com/l.m3u leads nowhere that may be played: mms://h/a is a mms: address, \
                file:///c is a file: address; only http and https are followed
                """)
        #expect(error?.code == "playlist-refused")
    }

    @Test(
        "says what a document is that leads nowhere",
        arguments: [
            ("", .empty), ("  \r\n", .empty), ("[playlist]\n", .empty), ("#EXTM3U\n", .empty), ("<asx/>", .empty),
            ("<html>http://h/a</html>", .webPage), ("<rss/>", .noList), ("nothing here", .noList),
            (Samples.hlsMedia, .hls), ("<smil><media src='http://h/a'/></smil>", .unsupported("a SMIL presentation")),
        ] as [(String, PlaylistError.Kind)])
    func saysWhat(text: String, kind: PlaylistError.Kind) {
        #expect(Samples.failure(text) == kind)
    }

    @Test("ends each failure in one sentence that starts with the list")
    func describes() {
        let kinds: [PlaylistError.Kind] = [
            .tooLarge(limit: 1024), .webPage, .noList, .hls, .unsupported("x"), .empty, .refused([]), .loop,
            .tooDeep(limit: 5), .tooMany(limit: 20), .malformed("x"), .encrypted("x"),
        ]
        for kind in kinds {
            #expect(PlaylistError(kind, url: "http://u:p@h/").description.hasPrefix("http://h/ "))
            #expect(PlaylistError(kind, url: "").description.hasPrefix("the playlist "))
            #expect(PlaylistError(kind, url: "").code.hasPrefix("playlist-"))
        }
    }
}
