import Glibc

/// A system call that failed, with the system's own words.
package struct SystemError: Error, CustomStringConvertible {
    /// The call, the number and what the system says about it.
    package let description: String

    /// Describes the failure of `call` by `code`, the calling thread's `errno` if not given.
    init(_ call: String, code: Int32 = errno) {
        description = unsafe "\(call): error \(code), \(String(cString: strerror(code)))"
    }
}
