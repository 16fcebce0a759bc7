import CLinux
import Glibc
import Synchronization

/// A thread of our own, named, for work that blocks: the event loop, the decoder, an output.
///
/// Every thread of the engine that no library makes for itself is made here, and its owner joins it: dropping one that
/// was not joined is a bug and traps. The owner first makes `body` return by means of its own (a flag and a doorbell).
package final class WorkerThread: Sendable {
    /// What the thread and its owner share; the thread holds nothing else, so that dropping the owner is noticed.
    private final class Life: Sendable {
        struct State {
            var hasEnded = false
            var isJoined = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        let name: String
        let body: @Sendable () -> Void
        let state = Guarded(State())

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            // Safe: the C string lives as long as the call.
            unsafe CLinux_nameThread(name)
            body()
            let waiting = state.withLock { state in
                state.hasEnded = true
                defer { state.waiting = [] }
                return state.waiting
            }
            waiting.forEach { $0.resume() }
        }
    }

    private let life: Life
    private let handle: pthread_t

    /// Starts a thread called `name` (at most 15 ASCII letters) that runs `body` and ends with it.
    ///
    /// Traps when the system refuses a thread: nothing of the engine could go on without it.
    package init(name: String, body: @escaping @Sendable () -> Void) {
        let life = Life(name: name, body: body)
        var handle = pthread_t()
        // Safe: the thread takes over the one reference that is retained here.
        let status = unsafe pthread_create(
            &handle, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Life>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(life).toOpaque())
        precondition(status == 0, "the system refuses another thread (error \(status))")
        self.life = life
        self.handle = handle
    }

    deinit {
        precondition(life.state.withLock { $0.isJoined }, "the thread \(life.name) was dropped without being joined")
    }

    /// Waits until `body` has returned and the thread is gone, without blocking the pool. May be called repeatedly, but
    /// not from the thread itself.
    package func join() async {
        await withCheckedContinuation { continuation in
            let hasEnded = life.state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
        let isFirst = life.state.withLock { state in
            defer { state.isJoined = true }
            return !state.isJoined
        }
        // The body has returned, so this takes no longer than the thread's last instructions.
        if isFirst { pthread_join(handle, nil) }
    }
}
