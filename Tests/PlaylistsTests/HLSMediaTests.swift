import Testing

@testable import Playlists

struct HLSMediaTests {
    /// The segments of a list with these lines behind its head.
    private func segments(_ lines: String...) throws -> [HLSSegment] {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:10\n" + lines.joined(separator: "\n")
        return try #require(try Samples.media(text)).segments
    }

    @Test("reads a live list", arguments: ["\n", "\r\n", "\r", "\n\n \n"])
    func readsLive(end: String) throws {
        let text = "\u{FEFF}" + Samples.hlsMedia.replacing("\n", with: end)
        let media = try #require(try Samples.media(text, base: "https://h/hls/station/aac_hifi.m3u8?token=x"))
        #expect(media.version == 3 && media.targetDuration == .seconds(4))
        #expect(media.kind == nil && !media.isEnded && media.firstNumber == 4711)
        #expect(media.segments.map(\.number) == [4711, 4712])
        #expect(media.segments.map(\.duration) == [.milliseconds(4018), .milliseconds(3994)])
        #expect(media.segments.first?.url == "https://h/hls/station/aac_hifi_4_1785931240_4712.ts")
        #expect(media.segments.allSatisfy { $0.key == nil && $0.map == nil && $0.byteRange == nil && !$0.isGap })
    }

    @Test("reads a list with an end")
    func readsOnDemand() throws {
        let text = "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\na\n#EXT-X-ENDLIST\n"
        let media = try #require(try Samples.media(text))
        #expect(media.kind == .onDemand && media.isEnded && media.firstNumber == 0)
    }

    @Test("passes over what it does not know, and comments")
    func passesUnknown() throws {
        let found = try segments(
            "#EXT-X-PART:DURATION=1,URI=\"p\"", "# a comment", "#EXTINF:4", "#EXT-X-NEWS:1", "a", "#EXTVLCOPT:x")
        #expect(found.map(\.url) == ["https://radio.example.com/lists/a"])
    }

    @Test("takes the target duration where a segment does not say how long it lasts")
    func takesTarget() throws {
        #expect(try segments("a", "#EXTINF:x,", "b").map(\.duration) == [.seconds(6), .seconds(6)])
    }

    @Test(
        "has a target duration to wait by, whatever the list says",
        arguments: [
            ("#EXT-X-TARGETDURATION:0", .seconds(1)), ("#EXT-X-TARGETDURATION:86400", .seconds(600)),
            ("#EXT-X-TARGETDURATION:99999999999999999999", .seconds(6)), ("#EXT-X-TARGETDURATION:-1", .seconds(6)),
            ("#EXT-X-TARGETDURATION:", .seconds(6)), ("", .seconds(6)), ("#EXTINF:3,\na\n#EXTINF:5,\nb", .seconds(5)),
        ] as [(String, Duration)])
    func boundsTarget(line: String, target: Duration) throws {
        #expect(try Samples.media("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:1\n" + line)?.targetDuration == target)
    }

    @Test("is a list of none while a station has nothing to say")
    func readsEmpty() throws {
        let media = try #require(try Samples.media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n"))
        #expect(media.segments.isEmpty && media.firstNumber == 7 && media.startIndex == nil)
    }

    @Test("counts discontinuities from the number that the list names")
    func countsDiscontinuities() throws {
        let found = try segments(
            "#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXTINF:4,", "a", "#EXT-X-DISCONTINUITY", "#EXTINF:4,", "b", "c")
        #expect(found.map(\.discontinuity) == [3, 4, 4])
    }

    @Test("reads byte ranges, where one without an offset follows the one before it of the same resource")
    func readsRanges() throws {
        let found = try segments(
            "#EXT-X-BYTERANGE:100@50", "a", "#EXT-X-BYTERANGE:20", "a", "#EXT-X-BYTERANGE:30", "b", "a",
            "#EXT-X-BYTERANGE:5", "a")
        let ranges = found.map { $0.byteRange.map { [$0.offset, $0.length] } }
        #expect(ranges == [[50, 100], [150, 20], [0, 30], nil, [0, 5]])
    }

    @Test("reads maps, which hold until the next")
    func readsMaps() throws {
        let found = try segments(
            "a", "#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"720@0\"", "b", "c", "#EXT-X-MAP:URI=\"/other.mp4\"", "d")
        let first = HLSMap(
            url: "https://radio.example.com/lists/init.mp4", byteRange: HLSByteRange("720@0", after: 0), key: nil)
        let second = HLSMap(url: "https://radio.example.com/other.mp4", byteRange: nil, key: nil)
        #expect(found.map(\.map) == [nil, first, first, second])
    }

    @Test("reads gaps, titles and times")
    func readsSmallThings() throws {
        let found = try segments(
            "#EXTINF:4,Artist - Title \u{1B}[1m", "#EXT-X-PROGRAM-DATE-TIME:2026-11-30T20:32:27.5Z", "a",
            "#EXT-X-GAP", "b", "c")
        #expect(found.map(\.title) == ["Artist - Title", nil, nil])
        #expect(found.map(\.time) == [.milliseconds(1_796_070_747_500), nil, nil])
        #expect(found.map(\.isGap) == [false, true, false])
    }

    @Test(
        "refuses what could only be played wrongly",
        arguments: [
            ("#EXT-X-MEDIA-SEQUENCE:x", "the value of EXT-X-MEDIA-SEQUENCE is no number"),
            ("#EXT-X-MEDIA-SEQUENCE:18446744073709551615", "the value of EXT-X-MEDIA-SEQUENCE is no number"),
            ("#EXT-X-DISCONTINUITY-SEQUENCE:-1", "the value of EXT-X-DISCONTINUITY-SEQUENCE is no number"),
            ("#EXT-X-BYTERANGE:x\na", "it has a byte range that is none"),
            ("#EXT-X-BYTERANGE:0@5\na", "it has a byte range that is none"),
            ("#EXT-X-BYTERANGE:5@\na", "it has a byte range that is none"),
            ("#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807\na", "it has a byte range that is none"),
            ("#EXT-X-MAP:BYTERANGE=\"1@0\"", "it has a map without an address"),
        ])
    func refusesBroken(line: String, what: String) {
        #expect(throws: PlaylistError(.malformed(what), url: Samples.base)) {
            try Samples.media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + line)
        }
    }

    @Test("refuses segments that are not http or https", arguments: ["file:///etc/passwd", "concat:a|b", "data:,x"])
    func refusesSchemes(address: String) {
        let error = #expect(throws: PlaylistError.self) {
            try Samples.media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(address)")
        }
        #expect(error?.code == "playlist-refused")
    }

    @Test("refuses what is no HLS list, and says what it is")
    func refusesOthers() {
        let cases: [(String, PlaylistError.Kind)] = [
            ("", .empty), ("<html>", .webPage), ("#EXT-X-TARGETDURATION:4", .noList), ("gone", .noList),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-I-FRAMES-ONLY", .unsupported("an HLS list of pictures")),
        ]
        for (text, kind) in cases {
            #expect(throws: PlaylistError(kind, url: Samples.base)) { try Samples.media(text) }
        }
    }

    @Test("takes a day of segments, and not without an end")
    func boundsSegments() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + String(repeating: "a\n", count: HLSMediaReader.most)
        #expect(try Samples.media(text)?.segments.count == HLSMediaReader.most)
        #expect(throws: PlaylistError.self) { try Samples.media(text + "a\n") }
    }

    @Test(
        "begins a live stream three target durations before its end, and what has an end at its beginning",
        arguments: [
            ([4, 4, 4, 4, 4], false, 2), ([4, 4], false, 0), ([4, 4, 4], false, 0), ([3, 3, 3, 3, 3, 3], false, 2),
            ([4, 4, 4, 4, 4], true, 0), ([60, 60], false, 1),
        ])
    func begins(durations: [Int], isEnded: Bool, index: Int) throws {
        let lines = durations.map { "#EXTINF:\($0),\na\($0)" }.joined(separator: "\n")
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + lines + (isEnded ? "\n#EXT-X-ENDLIST" : "")
        #expect(try Samples.media(text)?.startIndex == index)
    }

    @Test("asks again after a target duration, sooner when nothing has changed, and never at the end")
    func waits() throws {
        let media = try #require(try Samples.media(Samples.hlsMedia))
        #expect(media.reloadDelay(hasChanged: true) == .seconds(4))
        #expect(media.reloadDelay(hasChanged: false) == .seconds(2))
        let ended = try #require(try Samples.media(Samples.hlsMedia + "#EXT-X-ENDLIST"))
        #expect(ended.reloadDelay(hasChanged: true) == nil)
    }
}
