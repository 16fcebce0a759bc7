import RadioCore
import TestKit
import Testing

@testable import Playback

/// A whole night of faults, on a clock of the test's own and a network by script; everything between them is real.
@Suite(.timeLimit(.minutes(10)))
struct NightTests {
    @Test func `a night of faults costs no more sound than the reserve could not cover`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let plan = NightPlan(hours: 1, faults: 50, seed: 3)
            let watch = try await NightWatch(plan, programme: EndlessProgramme())
            let start = SuspendingClock.now
            let report = await watch.watch()
            let ideal = watch.network.record.ideal(at: plan.length)
            print("wall", SuspendingClock.now - start)
            print("silence", report.silence, "in", report.silences.count, "ideal", ideal.silence, ideal.starvations)
            print("first", report.firstSound as Any, "troubles", report.troubles, report.goodbye as Any)
            for hour in report.hours { print(hour) }
            var lines: [(Duration, String)] = []
            for a in watch.network.record.attempts { lines.append((a.at, "  attempt \(a)")) }
            for f in plan.faults { lines.append((f.at, "fault \(f.kind) \(f.lasts)")) }
            for s in report.silences { lines.append((s.lowerBound, "     SILENT until \(s.upperBound)")) }
            for (t, l) in lines.sorted(by: { $0.0 < $1.0 }) { print(t, l) }
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
}
