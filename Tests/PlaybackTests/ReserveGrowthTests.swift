import Testing

@testable import Playback

struct ReserveGrowthTests {
    @Test func `the rate eases in, is never lower than 0.3 percent, and eases out`() {
        var growth = ReserveGrowth()
        let rising = (0..<8).map { _ in growth.decide(held: .seconds(4), wanted: .seconds(10)) }
        #expect(rising == [500, 1000, 1500, 2000, 2500, 3000, 3000, 3000])
        let falling = (0..<7).map { _ in growth.decide(held: .seconds(11), wanted: .seconds(10)) }
        #expect(falling == [2500, 2000, 1500, 1000, 500, 0, 0])
    }

    @Test func `the mark is approached gently`() {
        var growth = ReserveGrowth()
        for _ in 0..<8 { _ = growth.decide(held: .seconds(9.75), wanted: .seconds(10)) }
        #expect(growth.ppm == 1500)
    }

    @Test func `a reserve that is there already is left alone`() {
        var growth = ReserveGrowth()
        #expect(growth.decide(held: .seconds(10), wanted: .seconds(10)) == 0)
        #expect(growth.decide(held: .seconds(1900), wanted: .seconds(10)) == 0)
    }
}
