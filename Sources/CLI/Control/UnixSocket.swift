import Glibc

/// Unix stream sockets by their path.
enum UnixSocket {
    /// How many connections wait to be taken.
    private static let backlog: Int32 = 8

    /// A socket that listens at `path`, for our own user alone; it never blocks. What a dead player has left there is
    /// replaced; a living one's is an error.
    static func listen(at path: String) throws(SystemError) -> Int32 {
        let descriptor = try open()
        do throws(SystemError) {
            if isLeftOver(path) { unsafe unlink(path) }
            try unsafe call("binding \(path)", descriptor, path, bind)
            guard unsafe chmod(path, 0o600) == 0, Glibc.listen(descriptor, backlog) == 0 else {
                throw SystemError("listening at \(path)")
            }
        } catch {
            close(descriptor)
            throw error
        }
        Descriptor.neverBlock(descriptor)
        return descriptor
    }

    /// A connection to the socket at `path`; connecting, reading and writing wait for so many seconds at most, and for
    /// ever where that is 0.
    static func connect(to path: String, patience: Int = 0) throws(SystemError) -> Int32 {
        let descriptor = try open()
        setPatience(patience, of: descriptor)
        do throws(SystemError) {
            try unsafe call("connecting to \(path)", descriptor, path, Glibc.connect)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Has reading from `descriptor` and writing to it wait for `seconds` at most, and for ever where that is 0.
    static func setPatience(_ seconds: Int, of descriptor: Int32) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            // Safe: `patience` outlives the call, which copies it.
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Whether the socket at `path` has nobody behind it any more. Does not wait: a player that was stopped takes no
    /// connections, and is alive.
    static func isLeftOver(_ path: String) -> Bool {
        do throws(SystemError) {
            let descriptor = try open()
            defer { close(descriptor) }
            Descriptor.neverBlock(descriptor)
            try unsafe call("connecting to \(path)", descriptor, path, Glibc.connect)
            return false
        } catch {
            return error.code == ECONNREFUSED
        }
    }

    /// Whether the process at the other end runs as our own user (`SO_PEERCRED`: process, user, group).
    static func peerIsOurs(_ descriptor: Int32) -> Bool {
        var credentials: [UInt32] = [0, .max, .max]
        var size = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
        // Safe: the array is as long as is told.
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
        return credentials[1] == geteuid()
    }

    private static func open() throws(SystemError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("opening a socket") }
        return descriptor
    }

    private static func call(
        _ attempt: String, _ descriptor: Int32, _ path: String,
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws(SystemError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(attempt, code: ENAMETOOLONG)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        // Safe: every socket address begins with the fields of `sockaddr`, and the length is told.
        let status = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw SystemError(attempt) }
    }
}
