import Testing

@testable import StreamInput

struct IcyMetadataTests {
    @Test(arguments: [
        ("StreamTitle='Artist - Title';StreamUrl='https://example.com/';", "Artist - Title"),
        ("StreamTitle='A - B';", "A - B"),
        ("StreamTitle='A - B';;StreamUrl='';;", "A - B"),
        ("StreamTitle='A - B';;", "A - B"),
        ("StreamTitle='It's Oh So Quiet; 'Live' ';x';", "It's Oh So Quiet; 'Live' ';x"),
        ("StreamTitle='It's';StreamUrl='';", "It's"),
        ("StreamTitle='a; b'; StreamUrl='x';", "a; b"),
        ("streamtitle='lower';", "lower"),
        ("STREAMTITLE = 'spaced';", "spaced"),
        ("StreamUrl='http://x';StreamTitle='second';", "second"),
        ("StreamTitle='adw_ad='true';durationMilliseconds='30';", "adw_ad='true"),
        ("StreamTitle='no semicolon'", "no semicolon"),
        ("StreamTitle='cut sho", "cut sho"),
        ("StreamTitle='it's cut", "it"),
        ("StreamTitle='  padded  ';", "padded"),
        ("StreamTitle='';", ""),
        ("StreamTitle='';StreamUrl='x';", ""),
        ("StreamTitle=' - ';", ""),
        ("StreamTitle='\u{1b}[31mred\u{7}';", "red"),
        ("StreamTitle='Füße';", "Füße"),
    ])
    func `finds the title`(text: String, title: String) throws {
        let metadata = try #require(IcyMetadata(block: Array(text.utf8), charset: nil))
        #expect(metadata.title == title)
    }

    @Test(arguments: ["StreamUrl='x';", "", "\0\0\0", "Title='x';"])
    func `keeps the old title when a block names none`(text: String) throws {
        #expect(try #require(IcyMetadata(block: Array(text.utf8), charset: nil)).title == nil)
    }

    @Test func `ignores the padding`() throws {
        #expect(try #require(IcyMetadata(block: Array("StreamTitle='a';\0\0\0\0".utf8), charset: nil)).title == "a")
    }

    @Test func `refuses what is no ICY text`() {
        #expect(IcyMetadata(block: [0xff, 0xfb, 0x90, 0x64, 1, 2, 3, 4], charset: nil) == nil)
        #expect(IcyMetadata(block: Array("='".utf8) + [UInt8](repeating: 1, count: 14), charset: nil) == nil)
        #expect(IcyMetadata(block: Array("just words".utf8), charset: nil) == nil)
    }

    @Test func `reads other charsets where it is not UTF-8`() throws {
        let start = Array("StreamTitle='".utf8)
        let end = Array("';".utf8)
        let western = try #require(IcyMetadata(block: start + [0x42, 0x6a, 0xf6, 0x72, 0x6b] + end, charset: nil))
        #expect(western.title == "Björk")
        let cyrillic = try #require(IcyMetadata(block: start + [0xcc, 0xe8, 0xf0] + end, charset: "windows-1251"))
        #expect(cyrillic.title == "Мир")
    }

    @Test func `bears a block of four kilobytes`() throws {
        let block = Array("StreamTitle='".utf8) + [UInt8](repeating: 0x61, count: 4067)
        let title = try #require(IcyMetadata(block: block, charset: nil)?.title)
        #expect(title.count <= 512)
        #expect(title.hasPrefix("aaaa"))
    }
}
