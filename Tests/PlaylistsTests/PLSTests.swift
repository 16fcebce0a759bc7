import Testing

@testable import Playlists

struct PLSTests {
    @Test("reads addresses, titles and lengths")
    func reads() throws {
        let list = try Playlist.read(Array(Samples.pls.utf8), base: Samples.base)
        #expect(list.kind == .pls)
        #expect(
            list.entries == [
                PlaylistEntry(
                    url: "http://ice1.example.com/live-128.mp3", title: "Example: the quiet one", duration: nil),
                PlaylistEntry(
                    url: "http://ice2.example.com/live-128.mp3", title: "Example: the other one",
                    duration: .seconds(312)),
            ])
        #expect(list.refused.isEmpty && !list.isCut)
    }

    @Test(
        "reads what directories write",
        arguments: [
            ("[playlist]\nFILE1=http://h/a", ["http://h/a"]),
            ("[Playlist]\nfile1 = http://h/a \n", ["http://h/a"]),
            ("[playlist]\nFile2=http://h/b\nFile1=http://h/a", ["http://h/a", "http://h/b"]),
            ("[playlist]\nFile10=http://h/c\nFile9=http://h/b", ["http://h/b", "http://h/c"]),
            ("[playlist]\nNumberOfEntries=99\nFile1=http://h/a", ["http://h/a"]),
            ("[playlist]\nFile=http://h/a", ["http://h/a"]),
            ("[playlist]\nFile1=http://h/a\nFile1=http://h/b", ["http://h/a", "http://h/b"]),
            ("[playlist]\nFile1=http://h/a\nFile2=http://h/a", ["http://h/a"]),
            ("[playlist]\nFile1=\nFile2=http://h/?a=b=c", ["http://h/?a=b=c"]),
            ("[playlist]\nFile1=a.mp3\nFile2=/b.mp3", ["http://r:8000/x/a.mp3", "http://r:8000/b.mp3"]),
            ("[playlist]\nFile99999999999999999999=http://h/z\nFile1=http://h/a", ["http://h/a"]),
            ("[playlist]\nFilex1=http://h/z\nnonsense\n=\nFile1=http://h/a", ["http://h/a"]),
        ])
    func readsVariants(text: String, urls: [String]) throws {
        #expect(try Samples.urls(text, base: "http://r:8000/x/list.pls") == urls)
        #expect(try Samples.urls(text.replacing("\n", with: "\r\n"), base: "http://r:8000/x/list.pls") == urls)
    }

    @Test("keeps a title that could drive a terminal from doing so")
    func cleansTitles() throws {
        let text = "[playlist]\nFile1=http://h/a\nTitle1=\u{1B}[31mred\u{202E}"
        #expect(try Playlist.read(Array(text.utf8), base: Samples.base).entries.first?.title == "red")
    }

    @Test("reads Windows Media's references")
    func readsReferences() throws {
        #expect(
            try Samples.urls(Samples.references) == [
                "http://ice1.example.com/live?MSWMExt=.asf", "http://ice2.example.com:80/live?MSWMExt=.asf",
            ])
    }
}
