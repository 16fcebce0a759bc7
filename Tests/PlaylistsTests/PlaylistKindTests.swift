import Playlists
import Testing

struct PlaylistKindTests {
    @Test("tells each list by its content", arguments: Samples.all)
    func tellsKind(kind: PlaylistKind, text: String) {
        #expect(PlaylistKind(of: Array(text.utf8)) == kind)
        #expect(PlaylistKind(of: Array(text.utf8), contentType: "audio/mpeg") == kind)
        #expect(PlaylistKind(of: Array(text.replacing("\n", with: "\r\n").utf8)) == kind)
        #expect(PlaylistKind(of: Array(text.replacing("\n", with: "\r").utf8)) == kind)
        #expect(PlaylistKind(of: Array("\u{FEFF}\n \n\(text)".utf8)) == kind)
        #expect(PlaylistKind(of: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == kind)
        #expect(PlaylistKind(of: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == kind)
    }

    @Test(
        "tells lists in other clothes",
        arguments: [
            ("[PLAYLIST]\nfile1=x", .pls),
            ("#EXTM3U\nlive.mp3", .m3u),
            ("#extm3u\nlive.mp3", .m3u),
            ("https://h/live.mp3", .m3u),
            ("# a comment\n\nHTTP://h/live.mp3\n", .m3u),
            ("#EXTINF:-1,Title\nrtsp://h/live", .m3u),
            ("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:1\n", .hls),
            ("<ASX VERSION=3>", .asx),
            ("<!-- generated --><Asx>", .asx),
            ("<?xml version='1.0'?><!DOCTYPE playlist [<!ENTITY a \">\">]><playlist>", .xspf),
            ("<x:playlist xmlns:x='http://xspf.org/ns/0/'>", .xspf),
            ("<?xml version='1.0'?><embed src='x'/>", .qtl),
            ("RTSPtext\nrtsp://h/live", .qtl),
            ("SMILtext<smil/>", .smil),
            ("<?wpl version='1.0'?><smil/>", .smil),
        ] as [(String, PlaylistKind)])
    func tellsVariants(text: String, kind: PlaylistKind) {
        #expect(PlaylistKind(of: Array(text.utf8)) == kind)
    }

    @Test(
        "takes nothing else for a list",
        arguments: [
            "", " \n", "<html><body>http://h/live.mp3</body></html>", "<!DOCTYPE html>", "<rss/>", "<", "<?xml", "<!--",
            "live.mp3", "File not found", "[playlists", "{\"url\":\"http://h\"}", "ID3", "#", "mailto:me@h", "://h/",
        ])
    func refuses(text: String) {
        #expect(PlaylistKind(of: Array(text.utf8)) == nil)
    }

    @Test("believes a content type only for a text of relative addresses")
    func believesContentType() {
        #expect(PlaylistKind(of: Array("live.mp3".utf8), contentType: "audio/x-mpegurl; charset=utf-8") == .m3u)
        #expect(PlaylistKind(of: Array("live.mp3".utf8), contentType: "text/plain") == nil)
        #expect(PlaylistKind(of: Array("<html>".utf8), contentType: "audio/x-mpegurl") == nil)
    }
}
