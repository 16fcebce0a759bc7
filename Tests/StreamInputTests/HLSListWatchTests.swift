import Playlists
import Testing

@testable import StreamInput

struct HLSListWatchTests {
    private func list(_ end: String = "") throws -> HLSMedia {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n\(end)"
        guard case .media(let media) = try HLSList.read(Array(text.utf8), base: "http://h/") else {
            throw StreamError.undecodable("no media list")
        }
        return media
    }

    @Test func `asks after a target duration, and after half of one where nothing was new`() throws {
        var watch = HLSListWatch(try list(), now: .seconds(100))
        #expect(watch.wait(at: .seconds(100)) == .seconds(4))
        #expect(watch.wait(at: .seconds(103)) == .seconds(1))
        #expect(watch.wait(at: .seconds(109)) == .zero)
        watch.loaded(try list(), hasChanged: false, askedAt: .seconds(109))
        #expect(watch.wait(at: .seconds(110)) == .seconds(1))
        watch.loaded(try list(), hasChanged: true, askedAt: .seconds(111))
        #expect(watch.wait(at: .seconds(111)) == .seconds(4))
        watch.loaded(try list("#EXT-X-ENDLIST"), hasChanged: true, askedAt: .seconds(115))
        #expect(watch.wait(at: .seconds(500)) == nil)
    }

    @Test func `gives up a list that fails three times in a row`() throws {
        var watch = HLSListWatch(try list(), now: .zero)
        var verdicts = [watch.failed(askedAt: .seconds(4))]
        #expect(watch.wait(at: .seconds(4)) == .seconds(2))
        verdicts.append(watch.failed(askedAt: .seconds(6)))
        watch.loaded(try list(), hasChanged: true, askedAt: .seconds(8))
        for time in [12, 14, 16] { verdicts.append(watch.failed(askedAt: .seconds(time))) }
        #expect(verdicts == [false, false, false, false, true])
    }

    @Test func `calls it a stall when nothing was brought for three target durations and ten seconds`() throws {
        var watch = HLSListWatch(try list(), now: .seconds(1))
        #expect(!watch.isStalled(at: .seconds(22)))
        #expect(watch.isStalled(at: .seconds(23)))
        watch.brought(at: .seconds(20))
        #expect(!watch.isStalled(at: .seconds(41)))
        #expect(watch.isStalled(at: .seconds(42)))
    }
}
