import Glibc

/// A descriptor that a sleeping thread polls, and that any thread can make readable.
final class WakeupDescriptor: Sendable {
    /// To be polled for reading.
    let descriptor: Int32
    private let writeEnd: Int32

    /// A wake-up nobody has asked for.
    init() {
        var ends: [Int32] = [-1, -1]
        // Safe: room for the two descriptors that the call fills in.
        let status = unsafe pipe(&ends)
        precondition(status == 0, "no descriptors are left for a pipe")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        Glibc.close(descriptor)
        Glibc.close(writeEnd)
    }

    /// Makes the descriptor readable. A full pipe is readable already.
    func signal() {
        var byte: UInt8 = 1
        // Safe: one byte of our own.
        _ = unsafe Glibc.write(writeEnd, &byte, 1)
    }

    /// Makes it unreadable again; before looking at what was signalled.
    func clear() {
        var bytes = InlineArray<64, UInt8>(repeating: 0)
        // Safe: within the array.
        while unsafe Glibc.read(descriptor, &bytes, 64) == 64 {}
    }
}
