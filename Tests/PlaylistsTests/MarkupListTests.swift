import Testing

@testable import Playlists

struct MarkupListTests {
    private func entries(_ text: String) throws -> [PlaylistEntry] {
        try Playlist.read(Array(text.utf8), base: Samples.base).entries
    }

    @Test("reads XSPF: tracks only, every location, titles and durations")
    func readsXSPF() throws {
        #expect(
            try entries(Samples.xspf) == [
                PlaylistEntry(
                    url: "http://ice1.example.com/live.ogg?a=1&b=2", title: "Rock & Roll",
                    duration: .milliseconds(1500)),
                PlaylistEntry(
                    url: "https://radio.example.com/lists/live.ogg", title: "Rock & Roll",
                    duration: .milliseconds(1500)),
                PlaylistEntry(url: "http://ice2.example.com/live.ogg", title: nil, duration: nil),
            ])
    }

    @Test("reads ASX: references in their order, with their entry's title")
    func readsASX() throws {
        #expect(
            try entries(Samples.asx) == [
                PlaylistEntry(url: "http://ice1.example.com/live", title: "Example", duration: nil),
                PlaylistEntry(url: "http://ice2.example.com/live", title: "Example", duration: nil),
                PlaylistEntry(url: "https://radio.example.com/lists/more.asx", title: nil, duration: nil),
            ])
    }

    @Test("reads QuickTime's links")
    func readsQTL() throws {
        #expect(try Samples.urls(Samples.qtl) == ["http://ice1.example.com/live.mp3"])
        #expect(try Samples.urls("RTSPtext\r\nhttp://h/a") == ["http://h/a"])
    }

    @Test(
        "reads lists that are broken",
        arguments: [
            ("<ASX VERSION=\"3.0\"><ENTRY><REF HREF=\"http://h/a\" /></ENTRY></ASX>", ["http://h/a"]),
            ("<asx version=3><entry><ref href=http://h/a /></entry></asx>", ["http://h/a"]),
            ("<asx version='3'><Entry><Ref hRef='http://h/a'></Entry></ASX>", ["http://h/a"]),
            ("<asx><entry><ref href=\"http://h/?a=1&b=2&copy=3\"/></entry></asx>", ["http://h/?a=1&b=2&copy=3"]),
            ("<asx><entry><ref href=\"http://h/?a=1&amp;b=2\"/></entry>", ["http://h/?a=1&b=2"]),
            ("<asx><entry><title>A & B</title><ref href=\" http://h/a\n\"/></entry></asx>", ["http://h/a"]),
            ("<asx><entry><ref href=\"http://h/a/></entry><title>\"x\"</title></asx>", ["http://h/a/"]),
            ("<asx><ref href='http://h/a'><ref href='http://h/b'></asx>", ["http://h/a", "http://h/b"]),
            ("<asx><entry><ref href='http://h/a'></entry><entry><ref href='http://h/b'", ["http://h/a", "http://h/b"]),
            ("<asx><entry><ref href=\"http://h/a\"/><param name=x></asx><entry>", ["http://h/a"]),
            (
                "<playlist><trackList><track><location>http://h/?a=1&b=2</location></track></trackList></playlist>",
                ["http://h/?a=1&b=2"]
            ),
            ("<playlist><tracklist><TRACK><Location>http://h/a</location></track>", ["http://h/a"]),
            ("<p:playlist><p:track><p:location>http://h/a</p:location></p:track></p:playlist>", ["http://h/a"]),
            ("<?quicktime type='x'?><EMBED SRC=http://h/?a&b AUTOPLAY>", ["http://h/?a&b"]),
            ("<asx>\0<entry\0><ref href='http://h/a'/></entry></asx>", ["http://h/a"]),
        ])
    func readsBrokenOnes(text: String, urls: [String]) throws {
        #expect(try Samples.urls(text) == urls)
    }

    @Test("reads references that are never closed, however many")
    func readsUnclosed() throws {
        let text = "<asx>" + (0..<40).map { "<ref href=http://h/\($0)>" }.joined()
        #expect(try Samples.urls(text) == (0..<40).map { "http://h/\($0)" })
    }

    @Test("lets no entity grow, and reads no file")
    func refusesEntities() throws {
        let declarations = (1..<10).map { number in
            "<!ENTITY a\(number) \"\(String(repeating: "&a\(number - 1);", count: 10))\">"
        }
        let bomb = """
            <!DOCTYPE playlist [<!ENTITY a0 "http://h/x">\(declarations.joined())
            <!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:1/"> %p;]>
            <playlist><track><title>&a9;&f;</title><location>http://h/a?&a9;</location></track></playlist>
            """
        let entry = try #require(try entries(bomb).first)
        #expect(entry.url.utf8.count < 40 && entry.url.hasPrefix("http://h/a"))
        #expect(!(entry.title ?? "").contains("root:") && (entry.title ?? "").count < 20)
    }

    @Test("ends in a document that is nested without an end", arguments: ["<a>", "<asx><entry>", "<asx a='1'>"])
    func endsNesting(open: String) {
        let text = "<asx>" + String(repeating: open, count: 200_000 / open.utf8.count)
        #expect(Samples.failure(text) == .empty)
    }
}
