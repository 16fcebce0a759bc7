import Glibc
import RadioCore

/// What is done with bare descriptors.
enum Descriptor {
    /// Keeps `descriptor` from programs that are started.
    static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Makes reads and writes on `descriptor` return at once.
    static func neverBlock(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// A descriptor of our own for the terminal that `descriptor` is, with writes that return at once; `nil` where it is
    /// no terminal, or is not ours to open. The one given stays as it is: the shell shares its mode with us.
    static func unblockedTerminal(_ descriptor: Int32) -> Int32? {
        guard isatty(descriptor) == 1 else { return nil }
        // Safe: the path is a constant string for the length of the call.
        let own = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return own < 0 ? nil : own
    }

    /// Waits until one of `entries` is ready, or for `timeout`; `nil` waits for ever. A signal ends the wait early.
    static func wait(for entries: inout [pollfd], timeout: Duration?) {
        let milliseconds = timeout.map { Int32(clamping: Int(($0.seconds * 1_000).rounded(.up))) } ?? -1
        // Safe: the array is as long as is told.
        if unsafe poll(&entries, nfds_t(entries.count), max(-1, milliseconds)) < 0 {
            for index in entries.indices { entries[index].revents = 0 }
        }
    }

    /// Puts `/dev/null` where a standard descriptor is closed, so that no socket of ours is taken for it.
    static func fillStandard() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Writes all of `text`, waiting as long as that takes; `false` once nobody reads.
    @discardableResult
    static func writeAll(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // Safe: the buffer is as long as is told.
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                return false
            }
        }
        return true
    }
}
