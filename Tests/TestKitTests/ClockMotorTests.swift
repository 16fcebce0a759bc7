import Glibc
import RadioCore
import TestKit
import Testing

/// The motor may turn the clock only when nothing is left to happen.
@Suite(.timeLimit(.minutes(1)))
struct ClockMotorTests {
    @Test func `nobody who has work to do is overtaken by the time`() async {
        await #expect(processExitsWith: .success) {
            let clock = ManualClock()
            let motor = ClockMotor(clock)
            // Works on a thread of its own, for a while that the clock knows nothing of; meanwhile others sleep.
            async let moments = Self.momentsOfWork(on: clock)
            async let restless: Void = Self.sleepOften(on: clock)
            #expect(await moments == (1...50).map { .seconds($0) })
            await restless
            await motor.stop()
        }
    }

    /// When each of 50 pieces of work was done, with a second's sleep before each.
    private static func momentsOfWork(on clock: ManualClock) async -> [Duration] {
        var moments: [Duration] = []
        for _ in 0..<50 {
            try? await clock.sleep(for: .seconds(1))
            let worker = WorkerThread(name: "slow worker") { burn(1_000_000) }
            await worker.join()
            moments.append(clock.now.offset)
        }
        return moments
    }

    private static func sleepOften(on clock: ManualClock) async {
        for _ in 0..<5000 { try? await clock.sleep(for: .milliseconds(10)) }
    }

    /// Keeps a processor busy.
    private static func burn(_ turns: Int) {
        var random = SeededRandom(seed: 0)
        for _ in 0..<turns { _ = random.next() }
    }
}
