import Glibc

/// The one owner of a file descriptor; closing is its end.
@safe
struct OpenFile: ~Copyable {
    private let descriptor: Int32

    /// Opens the file at `path` with the flags of open(2), or gives `nil` with the reason in `errno`.
    init?(_ path: String, flags: Int32, mode: mode_t = 0) {
        // Safe: the path is a C string that lives for the call.
        let opened = unsafe open(path, flags | O_CLOEXEC, mode)
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Whether it is an ordinary file, so that reading cannot wait for somebody.
    var isRegular: Bool {
        var status = stat()
        // Safe: the structure outlives the call, which only fills it.
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Reads to the end, but no more than `limit` bytes; `nil` with the reason in `errno`.
    func bytes(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            // Safe: the count is that of the array, which outlives the call.
            let count = unsafe read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: chunk.prefix(count))
        }
        return bytes
    }

    /// Writes all of `bytes` and waits until they are on the disk; false with the reason in `errno`.
    func store(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Safe: the pointer and the count are those of the slice, for the call only.
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return fsync(descriptor) == 0
    }
}
