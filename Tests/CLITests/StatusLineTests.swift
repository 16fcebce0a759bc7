import RadioCore
import Testing

@testable import CLI
@testable import Playback

@Suite struct StatusLineTests {
    private var playing: StatusLine {
        var status = StatusLine()
        status.state = StateChange(state: .playing, station: "drone")
        status.stationName = "Drone Zone"
        status.nowPlaying = NowPlaying(station: "drone", text: "Artist - Title", source: .icy)
        status.volume = Volume(percent: 70)
        return status
    }

    @Test func `tells state, station, title and volume`() {
        #expect(playing.text(width: 80) == "playing  Drone Zone  Artist - Title  70%")
    }

    @Test func `the title gives way to the volume`() {
        #expect(playing.text(width: 36) == "playing  Drone Zone  Artist - …  70%")
    }

    @Test(arguments: 0...50)
    func `never takes more cells than there are`(width: Int) {
        var status = playing
        status.nowPlaying?.text = "漢字かな e\u{301}e\u{301} 👩‍👩‍👧 ﬃ Ünï"
        #expect(DisplayCells.width(of: status.text(width: width)) <= width)
    }

    @Test func `a station without a title shows its name once`() {
        var status = playing
        status.nowPlaying = NowPlaying(station: "drone", text: "Drone Zone", source: .station)
        #expect(status.text(width: 80) == "playing  Drone Zone  70%")
    }

    @Test func `tells how much is left while the stream is away`() {
        var status = playing
        status.state = StateChange(state: .reconnecting, station: "drone", attempt: 3, audible: true)
        status.reserve = .milliseconds(8_900)
        #expect(status.text(width: 80) == "reconnecting (try 3)  Drone Zone  Artist - Title  70%  8 s left")
        status.state?.audible = false
        #expect(status.text(width: 80) == "reconnecting (try 3)  Drone Zone  Artist - Title  70%")
    }

    @Test func `tells how far behind live a step back has led`() {
        var status = playing
        status.behindLive = .milliseconds(1_500)
        #expect(!status.text(width: 80).contains("behind"))
        status.behindLive = .seconds(20)
        #expect(status.text(width: 80).hasSuffix("70%  20 s behind"))
    }

    @Test func `shows muting instead of the volume`() {
        var status = playing
        status.volume?.isMuted = true
        #expect(status.text(width: 80).hasSuffix("muted"))
    }

    @Test func `nothing from outside drives the terminal`() {
        var status = playing
        status.nowPlaying?.text = "a\u{1B}[2Jb\rc\u{9B}1m"
        status.stationName = "x\u{07}y"
        let scalars = status.text(width: 200).unicodeScalars
        #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }
}

@Suite struct DisplayCellsTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2),
        ("\u{1112}\u{1161}", 2),
        ("😀", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("🇩🇪", 2), ("…", 1),
    ])
    func `counts cells`(text: String, cells: Int) {
        #expect(DisplayCells.width(of: text) == cells)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("漢字漢", 5, "漢字…"), ("漢字漢", 4, "漢…"),
        ("e\u{301}bc", 2, "e\u{301}…"),
        ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func `cuts between characters`(text: String, width: Int, result: String) {
        #expect(DisplayCells.cut(text, to: width) == result)
    }

    @Test func `pads by cells`() {
        #expect(DisplayCells.padded("漢", to: 4) == "漢  ")
        #expect(DisplayCells.padded("long", to: 2) == "long")
    }
}
