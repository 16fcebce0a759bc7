import Synchronization

/// A value that only one thread at a time can touch, for as long as a closure runs.
///
/// `Mutex` with its order written out: on Linux its contended path is a system call that the thread sanitizer does not
/// see, so that every value handed over there would look like a race. The atomic says the same in a way that it sees;
/// it costs two plain memory accesses. To be held for a copy or a few assignments, never while waiting: the step in
/// PulseAudio's loop takes it too. Not for the rendering itself, which is marked `@_noLocks`.
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let order = Atomic<Int>(0)

    /// Guards `value` from now on.
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with the value while no other thread has it. Any thread; never from within itself.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) -> sending Result in
            let turn = order.load(ordering: .acquiring)
            defer { order.store(turn &+ 1, ordering: .releasing) }
            return try body(&value)
        }
    }
}
