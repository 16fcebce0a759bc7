import Glibc
import Synchronization

/// Wakes one sleeping thread; ringing twice before it looks is the same as ringing once.
///
/// `ring()` takes no lock and allocates nothing, so the realtime callback may call it. Only one thread waits.
@safe package final class Doorbell: Sendable {
    // Safe: owned here alone; POSIX lets any thread post to a semaphore while another waits on it.
    private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>
    private let isRung = Atomic<Bool>(false)

    /// A doorbell nobody has rung.
    package init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Wakes the waiting thread, now or when it next waits. Any thread, the realtime callback included.
    package func ring() {
        guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
        unsafe sem_post(semaphore)
    }

    /// Sleeps until the bell is rung. What the ringer wrote before is visible afterwards.
    package func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
        // Cleared before the caller looks at what it waits for, so that a ring from now on wakes it again.
        _ = isRung.exchange(false, ordering: .acquiringAndReleasing)
    }
}
