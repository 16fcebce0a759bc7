import Playlists
import Testing

struct HLSMasterTests {
    /// The master list of these variants: what is said of each, and its address.
    private func master(_ variants: [(String, String)], media: String = "") throws -> HLSMaster {
        let lines = variants.map { "#EXT-X-STREAM-INF:\($0.0)\n\($0.1)" }.joined(separator: "\n")
        return try #require(try Samples.master("#EXTM3U\n\(media)\n\(lines)", base: "https://h/x/live.m3u8"))
    }

    private func order(_ variants: [(String, String)], media: String = "") throws -> [String] {
        try master(variants, media: media).choices().map { String($0.url.dropFirst("https://h/x/".count)) }
    }

    @Test("reads variants and renditions")
    func reads() throws {
        let list = try master(
            [
                (
                    "BANDWIDTH=300000,AVERAGE-BANDWIDTH=250000,CODECS=\"avc1.4d001e, mp4a.40.2\",RESOLUTION=1x1,AUDIO=\"a\"",
                    "v.m3u8"
                )
            ],
            media: """
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Main\u{1B}[1m",LANGUAGE="de",DEFAULT=YES,URI="a.m3u8"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="a",NAME="Texts",URI="t.m3u8"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Other"
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="lost"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="evil",URI="file:///x"
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
                """)
        let variant = try #require(list.variants.first)
        #expect(list.variants.count == 1 && variant.url == "https://h/x/v.m3u8")
        #expect(variant.bandwidth == 300_000 && variant.averageBandwidth == 250_000 && variant.hasResolution)
        #expect(variant.codecs == ["avc1.4d001e", "mp4a.40.2"] && variant.audioGroup == "a")
        #expect(list.renditions.map(\.name) == ["Main", "Other"])
        #expect(list.renditions.first?.language == "de" && list.renditions.first?.isDefault == true)
        #expect(list.renditions.map(\.url) == ["https://h/x/a.m3u8", nil])
    }

    @Test("chooses the best sound that is enough, and knows what comes next")
    func choosesRate() throws {
        let codec = "CODECS=\"mp4a.40.2\""
        #expect(
            try order([
                ("BANDWIDTH=52800,\(codec)", "low"), ("BANDWIDTH=211200,\(codec)", "high"),
                ("BANDWIDTH=1500000,\(codec)", "huge"), ("BANDWIDTH=900000,\(codec)", "big"),
                ("BANDWIDTH=105600,\(codec)", "middle"),
            ]) == ["high", "middle", "low", "big", "huge"])
        #expect(try order([("BANDWIDTH=900000", "big"), ("BANDWIDTH=800000", "least")]).first == "least")
        #expect(try order([("BANDWIDTH=500000,AVERAGE-BANDWIDTH=320000", "a"), ("BANDWIDTH=64000", "b")]).first == "a")
        #expect(try Samples.master(Samples.hlsMaster)?.choice().url == "https://radio.example.com/lists/aac_hifi.m3u8")
    }

    @Test("prefers sound alone, then sound beside a picture, then the smallest picture")
    func choosesForm() throws {
        let video = "CODECS=\"avc1.4d001e,mp4a.40.2\",RESOLUTION=640x360"
        #expect(
            try order(
                [
                    ("BANDWIDTH=350000,\(video)", "muxed"), ("BANDWIDTH=390000,\(video),AUDIO=\"g\"", "apart"),
                    ("BANDWIDTH=64000,CODECS=\"mp4a.40.5\"", "alone"), ("BANDWIDTH=900000,\(video)", "larger"),
                ],
                media: "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",URI=\"sound\"")
                == ["alone", "sound", "muxed", "larger"])
        #expect(try order([("BANDWIDTH=1,RESOLUTION=1x1", "picture"), ("BANDWIDTH=1", "sound")]).first == "sound")
    }

    @Test("passes over sound that it cannot play, unless there is nothing else")
    func choosesCodec() throws {
        #expect(
            try order([
                ("BANDWIDTH=384000,CODECS=\"ec-3\"", "dolby"),
                ("BANDWIDTH=900000,CODECS=\"avc1.4d001e,mp4a.40.2\",RESOLUTION=1x1", "picture"),
            ]) == ["picture", "dolby"])
    }

    @Test("takes the rendition that is the default, and the variant where its sound is in itself")
    func choosesRendition() throws {
        let variant = [("BANDWIDTH=64000,AUDIO=\"g\"", "variant")]
        let other = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"o\",URI=\"other\"\n"
        let standard = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"d\",DEFAULT=YES,URI=\"default\"\n"
        let within = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"d\",DEFAULT=YES\n"
        #expect(try order(variant, media: other + standard) == ["default"])
        #expect(try order(variant, media: other) == ["other"])
        #expect(try order(variant, media: other + within) == ["variant"])
        #expect(try order(variant) == ["variant"])
    }

    @Test("reads lists that leave things out")
    func readsBroken() throws {
        #expect(try order([("", "a"), ("BANDWIDTH=x", "b"), ("BANDWIDTH=99999999999999999999", "c")]).count == 3)
        #expect(try Samples.master("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n# c\n\nb\nstray\n")?.variants.count == 1)
    }

    @Test("refuses a list that leads nowhere")
    func refuses() {
        #expect(throws: PlaylistError(.empty, url: Samples.base)) {
            try Samples.master("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n")
        }
        let error = #expect(throws: PlaylistError.self) {
            try Samples.master("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:///etc/passwd\n")
        }
        #expect(error?.code == "playlist-refused")
    }

    @Test("takes no more variants than are of use")
    func bounds() throws {
        let many = (0..<1000).map { ("BANDWIDTH=1", "v\($0)") }
        #expect(try master(many).variants.count == 200)
    }
}
