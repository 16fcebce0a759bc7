import Glibc

/// The time since this process began, on the monotonic clock.
struct ProcessClock: Sendable {
    private let start: SuspendingClock.Instant

    /// Finds out when the process began; what the loader took is counted, to the kernel's hundredth of a second.
    init() {
        start = SuspendingClock.now - Self.age()
    }

    /// How long the process has lived.
    var elapsed: Duration { SuspendingClock.now - start }

    /// When the process began, by field 22 of `/proc/self/stat` (proc(5)): ticks since the machine's start. Its name
    /// stands in parentheses and may hold anything, so that fields are counted behind the last of these.
    static func startTicks(_ stat: String) -> Int64? {
        guard let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[name...].split(separator: " ")
        return fields.count > 20 ? Int64(fields[20]) : nil
    }

    private static func age() -> Duration {
        var now = timespec()
        // Safe: `now` outlives the call, which only fills it.
        unsafe clock_gettime(CLOCK_BOOTTIME, &now)
        guard let stat = statText(), let ticks = startTicks(stat) else { return .zero }
        let begun = Duration.seconds(Double(ticks) / Double(max(1, sysconf(Int32(_SC_CLK_TCK)))))
        return max(.zero, .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) - begun)
    }

    private static func statText() -> String? {
        let file = unsafe open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        // Safe: the array is as long as is told.
        let count = unsafe read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
