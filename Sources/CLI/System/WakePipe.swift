import Glibc

/// A pipe that wakes a thread out of `poll`; both ends are close-on-exec and never block.
final class WakePipe: Sendable {
    /// The end to poll and to read.
    let readEnd: Int32
    /// The end to write; a signal handler may write to it.
    let writeEnd: Int32

    /// Opens the pipe, or says why not.
    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        // Safe: the array has room for the two ends.
        guard unsafe pipe(&ends) == 0 else { throw SystemError("opening a pipe") }
        for end in ends {
            Descriptor.closeOnExec(end)
            Descriptor.neverBlock(end)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the thread. Any thread; a full pipe has woken it already.
    func wake(_ byte: UInt8 = 0) {
        var byte = byte
        // Safe: one byte of a variable that outlives the call.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Everything that was written.
    func drain() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 256)
        // Safe: the array is as long as is told.
        let count = unsafe read(readEnd, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
