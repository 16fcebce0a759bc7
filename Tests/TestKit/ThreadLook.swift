import Glibc

/// What the kernel tells of one thread of this process, asked as often as one likes.
final class ThreadLook {
    private let state: Int32
    private let statistics: Int32

    /// A look at the thread `id`; `nil` when it is gone.
    init?(_ id: Int) {
        state = unsafe open("/proc/self/task/\(id)/stat", O_RDONLY | O_CLOEXEC)
        statistics = unsafe open("/proc/self/task/\(id)/schedstat", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        close(state)
        close(statistics)
    }

    /// Whether it sleeps; `nil` when it is gone.
    var isAsleep: Bool? {
        // The name in parentheses may hold anything; the state is the letter behind it (proc(5)).
        guard let line = Self.read(state), let name = line.lastIndex(of: UInt8(ascii: ")")), line.count > name + 2 else {
            return nil
        }
        return line[name + 2] == UInt8(ascii: "S")
    }

    /// How often it has been given a processor; `nil` when it is gone.
    var runs: Int? {
        guard let line = Self.read(statistics) else { return nil }
        return Int(String(decoding: line.split(separator: UInt8(ascii: " ")).last?.dropLast() ?? [], as: UTF8.self))
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        let line = unsafe [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
            // Safe: within the buffer.
            count = unsafe max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return line.isEmpty ? nil : line
    }
}
