import Glibc

/// What this process uses of the machine, read from `/proc/self` and `getrusage(2)`.
public struct ProcessUsage: Hashable, Sendable {
    /// Open descriptors.
    public var descriptors = 0
    /// Threads.
    public var threads = 0
    /// Resident memory in KiB.
    public var residentKiB = 0
    /// Processor time used so far.
    public var cpuTime = Duration.zero

    /// The figures of this moment. Any thread; takes a few dozen microseconds.
    public static func current() -> ProcessUsage {
        var usage = ProcessUsage()
        var times = rusage()
        // Safe: `times` outlives the call, which only fills it.
        if unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &times) == 0 {
            usage.cpuTime = duration(times.ru_utime) + duration(times.ru_stime)
        }
        usage.threads = entries(of: "/proc/self/task")
        // The descriptor that lists the folder is in the list.
        usage.descriptors = max(0, entries(of: "/proc/self/fd") - 1)
        usage.residentKiB = residentPages() * Int(getpagesize()) / 1024
        return usage
    }

    private static func duration(_ time: timeval) -> Duration {
        .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
    }

    private static func entries(of folder: String) -> Int {
        guard let directory = unsafe opendir(folder) else { return 0 }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        return max(0, count - 2)
    }

    private static func residentPages() -> Int {
        guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    }
}
