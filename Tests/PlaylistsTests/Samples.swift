import Playlists

/// Valid lists of every kind, as stations and directories send them.
enum Samples {
    static let base = "https://radio.example.com/lists/station"

    static let pls = """
        [playlist]
        NumberOfEntries=2
        File1=http://ice1.example.com/live-128.mp3
        Title1=Example: the quiet one
        Length1=-1
        File2=http://ice2.example.com/live-128.mp3
        Title2=Example: the other one
        Length2=312
        Version=2

        """
    static let m3u = """
        #EXTM3U
        #EXTINF:-1 tvg-name="a, b",Example, the quiet one
        https://ice1.example.com/live.mp3
        # a comment
        #EXTINF:312.5,Other
        other/live.aac?q=1

        """
    static let xspf = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- from a directory -->
        <playlist version="1" xmlns="http://xspf.org/ns/0/">
          <title>Everything</title>
          <location>http://example.com/this.xspf</location>
          <trackList>
            <track>
              <location> http://ice1.example.com/live.ogg?a=1&amp;b=2 </location>
              <location>live.ogg</location>
              <title><![CDATA[Rock & Roll]]></title>
              <duration>1500</duration>
            </track>
            <track><location>http://ice2.example.com/live.ogg</location></track>
          </trackList>
        </playlist>
        """
    static let asx = """
        <asx version="3.0">
          <title>Everything</title>
          <entry>
            <title>Example</title>
            <ref href="http://ice1.example.com/live"/>
            <ref href="http://ice2.example.com/live"/>
          </entry>
          <repeat><entryref href="more.asx"/></repeat>
        </asx>
        """
    static let references = """
        [Reference]
        Ref1=http://ice1.example.com/live?MSWMExt=.asf
        Ref2=http://ice2.example.com:80/live?MSWMExt=.asf
        """
    static let qtl = """
        <?xml version="1.0"?>
        <?quicktime type="application/x-quicktime-media-link"?>
        <embed autoplay="true" src="http://ice1.example.com/live.mp3" />
        """
    static let hlsMedia = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-VERSION:3
        #EXT-X-MEDIA-SEQUENCE:4711
        #EXT-X-DISCONTINUITY-SEQUENCE:0
        #EXTINF:4.018,
        aac_hifi_4_1785931240_4712.ts
        #EXTINF:3.994,
        aac_hifi_4_1785931244_4713.ts

        """
    static let hlsMaster = """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-STREAM-INF:BANDWIDTH=52800,CODECS="mp4a.40.2"
        aac_lofi.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=211200,CODECS="mp4a.40.2"
        aac_hifi.m3u8

        """

    /// Every list with its kind.
    static let all: [(PlaylistKind, String)] = [
        (.pls, pls), (.m3u, m3u), (.xspf, xspf), (.asx, asx), (.references, references), (.qtl, qtl),
        (.hls, hlsMedia), (.hls, hlsMaster),
    ]

    /// What is read of `text`: the URLs in their order.
    static func urls(_ text: String, base: String = base) throws -> [String] {
        try Playlist.read(Array(text.utf8), base: base).entries.map(\.url)
    }

    /// What is said of `text`, which leads nowhere.
    static func failure(_ text: String, contentType: String? = nil) -> PlaylistError.Kind? {
        do throws(PlaylistError) {
            _ = try Playlist.read(Array(text.utf8), base: base, contentType: contentType)
            return nil
        } catch {
            return error.kind
        }
    }

    /// The media list that `text` is.
    static func media(_ text: String, base: String = base) throws(PlaylistError) -> HLSMedia? {
        guard case .media(let media) = try HLSList.read(Array(text.utf8), base: base) else { return nil }
        return media
    }

    /// The master list that `text` is.
    static func master(_ text: String, base: String = base) throws(PlaylistError) -> HLSMaster? {
        guard case .master(let master) = try HLSList.read(Array(text.utf8), base: base) else { return nil }
        return master
    }
}
