import Playlists
import Testing

struct PlaylistTrailTests {
    private func url(_ number: Int) -> String { "http://h/\(number)" }

    @Test("lets lists lie five deep, and no deeper")
    func boundsDepth() throws {
        var trail = PlaylistTrail()
        try trail.enter(url(1), from: nil)
        for number in 2...5 { try trail.enter(url(number), from: url(number - 1)) }
        #expect(throws: PlaylistError(.tooDeep(limit: 5), url: url(6))) { try trail.enter(url(6), from: url(5)) }
        try trail.enter(url(7), from: url(4))
    }

    @Test("lets twenty lists be read, and no more")
    func boundsNumber() throws {
        var trail = PlaylistTrail()
        try trail.enter(url(1), from: nil)
        for number in 2...20 { try trail.enter(url(number), from: url(1)) }
        #expect(throws: PlaylistError(.tooMany(limit: 20), url: url(21))) { try trail.enter(url(21), from: url(1)) }
    }

    @Test("finds a loop, however its address is written", arguments: ["http://H:80/1", "http://h/1#x", "http://h/1"])
    func findsLoop(address: String) throws {
        var trail = PlaylistTrail()
        try trail.enter(url(1), from: nil)
        try trail.enter(url(2), from: url(1))
        #expect(throws: PlaylistError(.loop, url: address)) { try trail.enter(address, from: url(2)) }
    }

    @Test("is left as it was by a list that it refuses")
    func keepsValue() throws {
        var trail = PlaylistTrail()
        try trail.enter(url(1), from: nil)
        let before = trail
        #expect(throws: PlaylistError.self) { try trail.enter(url(1), from: url(1)) }
        #expect(trail == before)
    }
}
