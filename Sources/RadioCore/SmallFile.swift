import Glibc

/// Files that are read and written whole. Blocks on the disk for a moment.
package enum SmallFile {
    /// All bytes of the ordinary file at `path`, which must not have more than `limit`.
    package static func read(_ path: String, limit: Int) throws(SmallFileError) -> [UInt8] {
        // Not to wait for a writer where the path names a pipe.
        guard let file = OpenFile(path, flags: O_RDONLY | O_NONBLOCK) else {
            throw SmallFileError("cannot be opened", code: errno)
        }
        guard file.isRegular else { throw SmallFileError("is not a file") }
        guard let bytes = file.bytes(limit: limit + 1) else { throw SmallFileError("cannot be read", code: errno) }
        guard bytes.count <= limit else { throw SmallFileError("is longer than \(limit) bytes") }
        return bytes
    }

    /// Puts `bytes` into the file at `path`, for its owner alone (0600), so that at any moment it holds all of the old
    /// or all of the new: written beside it, brought to the disk, then renamed over it.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SmallFileError) {
        let draft = "\(path).\(getpid()).tmp"
        // Nothing else of ours is running under our own number, so whatever is there was left by a crash.
        delete(draft)
        guard let file = OpenFile(draft, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) else {
            throw SmallFileError("cannot be created", code: errno)
        }
        // Safe: both paths are C strings that live for the call.
        guard file.store(bytes), unsafe rename(draft, path) == 0 else {
            let code = errno
            delete(draft)
            throw SmallFileError("cannot be written", code: code)
        }
    }

    /// Makes the directory at `path` and those above it that are missing, for their owner alone (0700).
    package static func makeDirectory(_ path: String) throws(SmallFileError) {
        let parts = path.split(separator: "/")
        for end in parts.indices {
            let part = (path.hasPrefix("/") ? "/" : "") + parts[...end].joined(separator: "/")
            // Safe: the path is a C string that lives for the call.
            guard unsafe mkdir(part, 0o700) == 0 || errno == EEXIST else {
                throw SmallFileError("cannot be created", code: errno)
            }
        }
    }

    private static func delete(_ path: String) {
        // Safe: the path is a C string that lives for the call.
        unsafe unlink(path)
    }
}

/// Why a file could not be read or written.
package struct SmallFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What could not be done, and the system's reason: `cannot be opened: No such file or directory`.
    package let description: String

    init(_ problem: String, code: Int32? = nil) {
        description = code.map { "\(problem): \(Self.reason($0))" } ?? problem
    }

    private static func reason(_ code: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        // Safe: the count is that of the array; this variant writes a terminated text into it.
        guard unsafe strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
