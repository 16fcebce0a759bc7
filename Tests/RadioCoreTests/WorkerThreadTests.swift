import Synchronization
import Testing

@testable import RadioCore

struct WorkerThreadTests {
    @Test func `runs its body once, and joins for everybody who asks`() async {
        let counter = Counter()
        let thread = WorkerThread(name: "test") { counter.increment() }
        await thread.join()
        await thread.join()
        #expect(counter.value == 1)
    }

    @Test func `traps when it is dropped without being joined`() async {
        await #expect(processExitsWith: .failure) {
            _ = WorkerThread(name: "lost") {}
        }
    }

    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        var value: Int { count.load(ordering: .relaxed) }
        func increment() { count.add(1, ordering: .relaxed) }
    }
}
