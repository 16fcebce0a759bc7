import Glibc

/// A system call that failed: what was attempted, and the system's own words.
struct SystemError: Error, CustomStringConvertible {
    /// What was attempted.
    let attempt: String
    /// The system's error number.
    let code: Int32

    /// Takes the number of the call that has just failed.
    init(_ attempt: String, code: Int32 = errno) {
        self.attempt = attempt
        self.code = code
    }

    /// `opening a pipe: Too many open files`.
    var description: String {
        // Safe: strerror's text is valid until the next call, and is copied here. Only its rare unknown numbers share it.
        "\(attempt): \(unsafe String(cString: strerror(code)))"
    }
}
