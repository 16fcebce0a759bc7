import Glibc
import RadioCore
import Synchronization

/// Turns a manual clock from one deadline to the next, each time once nothing is left to happen at the present one.
///
/// Hours pass in seconds, and yet nobody is ever late: no thread, task or actor can be overtaken by the time, because it
/// stands still until all of them sleep. The process must belong to the test that uses this: an exit test.
package final class ClockMotor: Sendable {
    private final class Switch: Sendable {
        let isOff = Atomic<Bool>(false)
        let steps = Atomic<Int>(0)
    }

    private let control: Switch
    private let thread: WorkerThread

    /// Begins to turn `clock`.
    package init(_ clock: ManualClock) {
        let control = Switch()
        self.control = control
        thread = WorkerThread(name: "clock motor") {
            let rest = ProcessRest()
            while !control.isOff.load(ordering: .relaxed) {
                rest.wait()
                guard let next = clock.untilNextDeadline else {
                    // Whoever is to sleep on the clock is still waited for, from outside say.
                    usleep(200)
                    continue
                }
                clock.advance(by: next)
                control.steps.add(1, ordering: .relaxed)
            }
        }
    }

    /// How often the clock was turned.
    package var steps: Int { control.steps.load(ordering: .relaxed) }

    /// Stops turning.
    package func stop() async {
        control.isOff.store(true, ordering: .relaxed)
        await thread.join()
    }
}
