import Testing

@testable import Playback

/// A stream whose clock runs `drift` parts per million faster than the output's, and the reserve that it leaves.
private struct Simulation {
    var control = ReserveControl()
    var reserve: Double
    let drift: Double
    let wanted: Double
    private(set) var ppms: [Int] = [0]
    private(set) var lowest = Double.infinity
    private(set) var highest = -Double.infinity
    private var noise = 1

    init(reserve: Double, drift: Double, wanted: Double) {
        (self.reserve, self.drift, self.wanted) = (reserve, drift, wanted)
    }

    /// Lets `hours` pass; what is measured is off by a tenth of a second either way.
    mutating func run(hours: Double) {
        for _ in 0..<Int(hours * 360) {
            noise = noise &* 1_103_515_245 &+ 12345 & 0x7fff_ffff
            let measured = reserve + (Double(noise % 2001) - 1000) / 10_000
            ppms.append(control.decide(held: .seconds(measured), wanted: .seconds(wanted)))
            reserve += 10 * (drift + Double(ppms.last ?? 0)) / 1e6
            (lowest, highest) = (min(lowest, reserve), max(highest, reserve))
        }
    }

    var largestStep: Int { zip(ppms, ppms.dropFirst()).map { abs($0 - $1) }.max() ?? 0 }
}

struct ReserveControlTests {
    @Test(arguments: [-500.0, -100, 0, 37, 500])
    func `a reserve that suffices is held for a night, whatever the clocks do`(drift: Double) {
        var simulation = Simulation(reserve: 4, drift: drift, wanted: 0.5)
        simulation.run(hours: 10)
        #expect(simulation.lowest > 3.4 && simulation.highest < 4.6, "\(simulation.lowest)...\(simulation.highest)")
        #expect(simulation.ppms.allSatisfy { abs($0) <= 1000 })
        #expect(simulation.largestStep <= 50)
        let measured = simulation.control.driftPPM ?? 0
        #expect(abs(Double(measured) - drift) < 40, "\(measured)")
        #expect(abs(simulation.reserve - 4) < 0.2)
    }

    @Test(arguments: [-500.0, 0, 500])
    func `a small reserve grows to ten seconds in half an hour or so, without overshoot`(drift: Double) {
        var simulation = Simulation(reserve: 4, drift: drift, wanted: 10)
        simulation.run(hours: 0.3)
        #expect(simulation.reserve < 8, "nobody hears it")
        simulation.run(hours: 0.5)
        #expect(abs(simulation.reserve - 10) < 0.5, "\(simulation.reserve)")
        simulation.run(hours: 9)
        #expect(simulation.lowest > 3.4 && simulation.highest < 10.6, "\(simulation.lowest)...\(simulation.highest)")
        #expect(simulation.ppms.allSatisfy { $0 <= 4000 && $0 >= -1000 })
        #expect(simulation.largestStep <= 550)
    }

    @Test func `a reserve that was changed is held where it is now, and the clocks stay known`() {
        var simulation = Simulation(reserve: 4, drift: 200, wanted: 4)
        simulation.run(hours: 2)
        simulation.reserve += 25
        simulation.control.restart()
        simulation.run(hours: 0.1)
        #expect(abs(simulation.reserve - 29) < 0.2)
        #expect(abs((simulation.control.driftPPM ?? 0) - 200) < 40)
        simulation.reserve -= 10
        simulation.run(hours: 1)
        #expect(abs(simulation.reserve - 19) < 0.3, "a leap is nobody's clock")
    }

    @Test func `nothing is known before anything was measured`() {
        var control = ReserveControl()
        #expect(control.decide(held: .seconds(4), wanted: .seconds(10)) == 0)
        #expect(control.decide(held: .seconds(6), wanted: .seconds(10)) == 0, "the first is not believed yet")
        #expect(control.driftPPM == nil && control.setPoint == 6)
    }
}
