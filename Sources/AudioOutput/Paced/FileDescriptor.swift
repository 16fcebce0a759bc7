import Glibc

/// An open file, FIFO or standard output: closed with its last owner.
final class FileDescriptor {
    /// What it is called in an error.
    let name: String
    let raw: Int32
    private let isOurs: Bool

    /// Creates the file at `path`, or empties the one there; a FIFO is opened as it is, and polled.
    init(creating path: String) throws(OutputError) {
        name = path
        isOurs = true
        raw = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
        guard raw < 0 else { return }
        let words = Self.words(errno)
        throw OutputError(errno == ENXIO ? .readerGone : .cannotCreate, subject: path, words: words)
    }

    /// Borrows standard output.
    init() {
        name = "standard output"
        isOurs = false
        raw = STDOUT_FILENO
    }

    deinit {
        if isOurs { Glibc.close(raw) }
    }

    /// Writes some of `bytes` from `start` on, and returns how many: 0 when it would have to wait.
    func writeSome(_ bytes: borrowing [UInt8], from start: Int) throws(OutputError) -> Int {
        while true {
            // Safe: within the array.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(raw, $0.baseAddress.map { unsafe $0 + start }, $0.count - start)
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            // Whoever reads standard output has heard enough; a FIFO without a reader is an output that is lost.
            case EPIPE: throw OutputError(isOurs ? .writeFailed : .readerGone, subject: name, words: Self.words(EPIPE))
            default: throw OutputError(.writeFailed, subject: name, words: Self.words(errno))
            }
        }
    }

    /// Writes all of `bytes`, at `offset` if given, else where the last write ended. For files, which do not wait.
    func writeAll(_ bytes: [UInt8], at offset: Int? = nil) throws(OutputError) {
        if let offset, lseek(raw, off_t(offset), SEEK_SET) < 0 {
            throw OutputError(.writeFailed, subject: name, words: Self.words(errno))
        }
        var done = 0
        while done < bytes.count { done += try writeSome(bytes, from: done) }
    }

    private static func words(_ code: Int32) -> String {
        // Safe: glibc's text for an error is never null, and copied at once.
        unsafe String(cString: strerror(code))
    }
}
