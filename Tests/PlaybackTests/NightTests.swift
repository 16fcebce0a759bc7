import RadioCore
import TestKit
import Testing

@testable import Playback

/// A whole night of faults, on a clock of the test's own and a network by script; everything between them is real.
@Suite(.timeLimit(.minutes(10)))
struct NightTests {
    /// What may be missing beyond what the reserve could not cover, each time it runs dry: the output looks four times
    /// a second whether there is sound.
    private static let slack = Duration.milliseconds(300)

    @Test func `a night of faults costs no more sound than the reserve could not cover, and nothing grows`() async {
        await #expect(processExitsWith: .success) {
            let plan = Sanitizer.isOn ? NightPlan(hours: 1, faults: 50, seed: 3) : .long
            let watch = try await NightWatch(plan, programme: EndlessProgramme())
            let report = await watch.watch()
            let ideal = watch.network.record.ideal(at: plan.length)
            // Values in words: of an expectation in another process only the comment arrives.
            #expect(ideal.starvations > plan.faults.count / 4, "only \(ideal.starvations) faults were any harm")
            let allowed = ideal.silence + Self.slack * ideal.starvations
            #expect(report.silence <= allowed, "\(report.silence) of silence, allowed are \(allowed)")
            let late = watch.network.record.lateRetries
            #expect(late == [], "no attempt at once after a drop at \(late)")
            #expect(report.missing == [], "these troubles were not told: \(report.missing)")
            #expect(report.growth == [], "\(report.growth)")
            let leaks = report.goodbye.map { $0.leakedTimers + $0.leakedListeners }
            #expect(leaks == 0, "left over are \(leaks.map(String.init) ?? "things unknown")")
        }
    }
}

extension NightPlan {
    /// Ten hours with 500 faults.
    fileprivate static let long = NightPlan(hours: 10, faults: 500, seed: 1)
}

extension ScriptedRecord {
    /// Connections that were good for a minute, broke, and were not followed by an attempt at once: when they broke.
    fileprivate var lateRetries: [Duration] {
        let attempts = attempts
        return zip(attempts, attempts.dropFirst()).compactMap { attempt, next in
            guard attempt.status == 200, let start = attempt.answered, let end = attempt.end,
                end - start > .seconds(62)
            else { return nil }
            return next.at == end ? nil : end
        }
    }
}

extension NightWatch.Report {
    /// The codes of troubles that a night with faults of all kinds brings, and that were not told.
    fileprivate var missing: Set<String> {
        Set([
            "stream-closed", "stream-unreachable", "stream-stalled", "stream-not-found", "stream-refused",
            "stream-busy", "stream-bad-answer", "stream-empty",
        ]).subtracting(troubles.keys)
    }

    /// What became more from the first hour to a later one, by more than its ups and downs.
    fileprivate var growth: [String] {
        guard let first = hours.first?.stats else { return ["no hour has passed"] }
        return hours.enumerated().flatMap { number, figures in
            let stats = figures.stats
            return [
                ("timers", stats.timers.live, 6), ("listeners", stats.listeners.live, 6),
                ("threads", stats.usage.threads, first.usage.threads + 2),
                ("descriptors", stats.usage.descriptors, first.usage.descriptors + 6),
                ("KiB", stats.usage.residentKiB, first.usage.residentKiB + 4096),
            ].filter { $0.1 > $0.2 }.map { "\($0.1) \($0.0) in hour \(number + 1), allowed are \($0.2)" }
        }
    }
}
