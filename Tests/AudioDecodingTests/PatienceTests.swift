import TestKit
import Testing

@testable import AudioDecoding

struct PatienceTests {
    private final class Time {
        var now = Duration.zero
    }

    private let time = Time()

    private func patience() -> Patience { Patience { [time] in time.now } }

    @Test("bytes without a frame are borne up to the limit")
    func bytes() {
        var patience = patience()
        let borne = [Patience.byteLimit - 1, 1000, 1].map { patience.spend($0) }
        #expect(borne == [true, true, false])
        patience.renew()
        let isBorneAgain = patience.spend(1)
        #expect(isBorneAgain)
    }

    @Test("time counts from the first byte")
    func timeLimit() {
        var patience = patience()
        let borne = [100, 113, 114].map { second in
            time.now = .seconds(second)
            return patience.spend(1)
        }
        #expect(borne == [true, true, false])
    }

    @Test("every frame begins the count anew")
    func satisfied() {
        var patience = patience()
        for _ in 0..<100 {
            let isBorne = patience.spend(Patience.byteLimit / 2)
            #expect(isBorne)
            time.now += .seconds(10)
            patience.satisfy()
        }
    }

    @Test("sound that turns to garbage is given up soon, but not for a pause in what comes")
    func garbage() {
        var patience = patience()
        patience.satisfy()
        let second = 16_000
        let borne = (0..<6).map { _ in
            time.now += .seconds(1)
            return patience.spend(second)
        }
        #expect(borne == [true, true, true, true, false, false])
        patience.satisfy()
        let isBorne = patience.spend(1000)
        time.now += .seconds(60)
        let isStillBorne = patience.spend(second)
        #expect(isBorne && isStillBorne)
        patience.satisfy()
        let many = [Patience.byteLimit, 1].map { patience.spend($0) }
        #expect(many == [true, false], "however fast they come")
    }

    @Test("tags and headers of a container are allowed for")
    func allowances() {
        var patience = patience()
        patience.forgive(Patience.byteLimit)
        let borne = [2 * Patience.byteLimit - 1, 1, 1].map { patience.spend($0) }
        #expect(borne == [true, true, false])
        patience.allowHeaders()
        let isBorneAgain = patience.spend(1)
        #expect(isBorneAgain)
    }

    @Test("new frames are told of four times a second, and the rest before a sleep")
    func announcer() {
        let time = time
        let announcer = Announcer { time.now += .seconds(1) }
        announcer.tell()
        for _ in 0..<10 { announcer.add(4800, sampleRate: 48000) }
        #expect(time.now == .seconds(3))
        announcer.tell()
        announcer.tell()
        #expect(time.now == .seconds(4))
    }
}

struct OggLinkSplitterTests {
    /// A page with a payload of five bytes.
    private func page(_ flags: UInt8) -> [UInt8] {
        Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20) + [1, 5] + [1, 2, 3, 4, 5]
    }

    @Test("the next link begins with a first page behind others, at any split of the bytes")
    func links() {
        // Two streams begin together; the last page of all says so, or does not.
        let link = page(2) + page(2) + page(0) + page(4)
        let bytes = link + page(2)
        for split in 0...bytes.count {
            var splitter = OggLinkSplitter(place: 1000)
            // Safe: the bytes are only read within the calls.
            let (head, tail) = (Array(bytes[..<split]), Array(bytes[split...]))
            let first = unsafe splitter.feed(head.span.bytes)
            let second = unsafe splitter.feed(tail.span.bytes)
            #expect((first ?? second) == 1000 + link.count)
        }
    }

    @Test("much that is no page at all is no Ogg any more")
    func lost() {
        var splitter = OggLinkSplitter(place: 0)
        let (first, noise) = (page(2), [UInt8](repeating: 1, count: 40000))
        // Safe: the bytes are only read within the calls.
        let link = unsafe splitter.feed(first.span.bytes)
        #expect(link == nil)
        #expect(!splitter.isLost)
        for _ in 0..<2 { _ = unsafe splitter.feed(noise.span.bytes) }
        #expect(splitter.isLost)
    }
}
