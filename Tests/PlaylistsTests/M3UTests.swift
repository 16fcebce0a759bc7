import Testing

@testable import Playlists

struct M3UTests {
    @Test("reads addresses, titles and durations")
    func reads() throws {
        let list = try Playlist.read(Array(Samples.m3u.utf8), base: Samples.base)
        #expect(list.kind == .m3u)
        #expect(
            list.entries == [
                PlaylistEntry(
                    url: "https://ice1.example.com/live.mp3", title: "Example, the quiet one", duration: nil),
                PlaylistEntry(
                    url: "https://radio.example.com/lists/other/live.aac?q=1", title: "Other",
                    duration: .milliseconds(312_500)),
            ])
    }

    @Test(
        "reads what stations write",
        arguments: [
            ("http://h/a", ["http://h/a"]),
            ("http://h/a\nhttp://h/b", ["http://h/a", "http://h/b"]),
            ("  http://h/a\t\n\n\n", ["http://h/a"]),
            ("#EXTM3U\n#EXTINF:-1,\nhttp://h/a", ["http://h/a"]),
            ("#EXTM3U\n../a b.mp3\nÄ.mp3", ["http://r/a%20b.mp3", "http://r/x/%C3%84.mp3"]),
            ("#EXTM3U\n//h/a\n?b\n/c", ["http://h/a", "http://r/x/l.m3u?b", "http://r/c"]),
            ("#EXTM3U\nhttp://h/a\nhttp://h/a", ["http://h/a"]),
        ])
    func readsVariants(text: String, urls: [String]) throws {
        #expect(try Samples.urls(text, base: "http://r/x/l.m3u") == urls)
    }

    @Test(
        "takes no nonsense for a duration",
        arguments: ["nan", "inf", "1e9", "-1", "0", "", "0x10", "99999999999999999999", "1.x", "١"])
    func refusesDurations(text: String) throws {
        let list = try Playlist.read(Array("#EXTM3U\n#EXTINF:\(text),T\nhttp://h/a".utf8), base: Samples.base)
        #expect(list.entries == [PlaylistEntry(url: "http://h/a", title: "T", duration: nil)])
    }

    @Test("gives what is said of an entry to that entry alone")
    func keepsTitlesApart() throws {
        let text = "#EXTM3U\n#EXTINF:5,A\nfile:///a\nhttp://h/b"
        #expect(
            try Playlist.read(Array(text.utf8), base: Samples.base).entries
                == [PlaylistEntry(url: "http://h/b", title: nil, duration: nil)])
    }
}
