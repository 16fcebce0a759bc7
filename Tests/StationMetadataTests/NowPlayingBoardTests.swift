import RadioCore
import Testing

@testable import StationMetadata

private let station = Station(id: "drone", name: "Drone Zone")

private func icy(_ text: String) -> InBandTitle { InBandTitle(source: .icy, text: text) }

struct NowPlayingBoardTests {
    @Test func `an ICY title is split at its first dash`() {
        var board = NowPlayingBoard(station: station)
        let song = board.heard(icy("Björk - It's - Quiet"))
        #expect(song?.artist == "Björk")
        #expect(song?.title == "It's - Quiet")
        #expect(song?.text == "Björk - It's - Quiet")
        #expect(song?.source == .icy)
    }

    @Test(arguments: ["no dash", "a-b", " - ", "x - ", " - y", ""])
    func `text that is not a pair is a title only`(text: String) {
        let (artist, title) = NowPlayingBoard.split(text)
        #expect(artist == nil)
        #expect(title == text)
    }

    @Test func `the same title is never told twice`() {
        var board = NowPlayingBoard(station: station)
        #expect(board.heard(icy("a - b")) != nil)
        #expect(board.heard(icy("a - b")) == nil)
        #expect(board.heard(icy("a - c")) != nil)
        #expect(board.heard(icy("a - b")) != nil, "a song that comes again begins anew")
    }

    @Test func `with no title, or an empty one, the station's name is shown`() {
        var board = NowPlayingBoard(station: station)
        let shown = board.heard(nil)
        #expect(shown?.text == "Drone Zone")
        #expect(shown?.source == .station)
        #expect(board.heard(icy("")) == nil, "the same again")
        #expect(board.heard(icy("a - b"))?.text == "a - b")
        #expect(board.heard(icy(""))?.source == .station)
    }

    @Test func `a comment's own artist and title are taken as they are`() {
        var board = NowPlayingBoard(station: station)
        let song = board.heard(
            InBandTitle(source: .vorbisComment, artist: "A - B", title: "C - D", album: "E", text: "A - B - C - D"))
        #expect(song?.artist == "A - B")
        #expect(song?.title == "C - D")
        #expect(song?.album == "E")
        #expect(song?.source == .vorbisComment)
    }
}
