import TestKit
import Testing

/// What a listener must go without, reckoned from the bytes that came.
struct IdealReserveTests {
    private static let second = EndlessProgramme.bytesPerSecond
    private var reserve = IdealReserve()

    init() {
        reserve.add(run: 0, range: 0..<4 * Self.second, garbage: 0, at: .seconds(10))
    }

    @Test mutating func `an outage shorter than what is held costs nothing`() {
        reserve.add(run: 0, range: 4 * Self.second..<8 * Self.second, garbage: 0, at: .seconds(13))
        reserve.advance(to: .seconds(18))
        #expect(reserve.silence == .zero && reserve.starvations == 0)
    }

    @Test mutating func `a longer one costs what is beyond it`() {
        reserve.add(run: 0, range: 4 * Self.second..<6 * Self.second, garbage: 0, at: .seconds(17))
        #expect(reserve.silence == .seconds(3) && reserve.starvations == 1)
        #expect(reserve.held == .seconds(2))
    }

    @Test mutating func `what comes a second time counts once, and garbage not at all`() {
        reserve.add(run: 0, range: 2 * Self.second..<6 * Self.second, garbage: Self.second, at: .seconds(10))
        #expect(reserve.held == .seconds(5))
        reserve.add(run: 1, range: 0..<Self.second, garbage: 0, at: .seconds(10))
        #expect(reserve.held == .seconds(6))
    }

    @Test mutating func `a second must be there before sound goes on`() {
        reserve.add(run: 0, range: 4 * Self.second..<4 * Self.second + Self.second / 2, garbage: 0, at: .seconds(15))
        reserve.advance(to: .seconds(16))
        #expect(reserve.silence == .seconds(2))
        reserve.add(run: 0, range: 4 * Self.second..<5 * Self.second, garbage: 0, at: .seconds(16))
        reserve.advance(to: .seconds(17))
        #expect(reserve.silence == .seconds(2) && reserve.held == .zero)
    }
}
