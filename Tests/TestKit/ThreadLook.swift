import Glibc

/// What the kernel tells of one thread of this process, asked as often as one likes. Belongs to one thread.
@safe final class ThreadLook {
    // Safe: the buffer is this object's own, and every access is bounded by its size.

    private static let size = 512

    private let state: Int32
    private let statistics: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ThreadLook.size, alignment: 1)

    /// A look at the thread `id`, which may be gone.
    init(_ id: Int) {
        state = unsafe open("/proc/self/task/\(id)/stat", O_RDONLY | O_CLOEXEC)
        statistics = unsafe open("/proc/self/task/\(id)/schedstat", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        close(state)
        close(statistics)
        unsafe buffer.deallocate()
    }

    /// Whether it sleeps; `nil` when it is gone.
    var isAsleep: Bool? {
        let length = read(state)
        // The name in parentheses may hold anything; the state is the letter behind it (proc(5)).
        guard let name = unsafe buffer[..<length].lastIndex(of: UInt8(ascii: ")")), name + 2 < length else {
            return nil
        }
        return unsafe buffer[name + 2] == UInt8(ascii: "S")
    }

    /// How often it has been given a processor: the last number of the line; `nil` when it is gone.
    var runs: Int? {
        let length = read(statistics)
        guard length > 0 else { return nil }
        var runs = 0
        for place in 0..<length {
            let byte = unsafe buffer[place]
            if byte == UInt8(ascii: " ") { runs = 0 } else if byte > 0x20 { runs = runs * 10 + Int(byte) - 0x30 }
        }
        return runs
    }

    private func read(_ descriptor: Int32) -> Int {
        unsafe max(0, pread(descriptor, buffer.baseAddress, Self.size, 0))
    }
}
