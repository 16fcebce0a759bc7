import Glibc

/// One end of a TCP connection on 127.0.0.1, with blocking calls that give up after a while.
///
/// For threads of the tests' own and for exchanges with a local server that take milliseconds.
package final class LoopbackSocket: Sendable {
    let descriptor: Int32

    init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// A socket that listens on `port` of 127.0.0.1, on any that is free if 0.
    static func listening(on port: Int = 0) throws(SystemError) -> (socket: LoopbackSocket, port: Int) {
        let socket = try open()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        // Safe: handed on to a caller that keeps the pointer no longer than the call.
        unsafe try call("bind", on: address, of: socket, bind)
        guard listen(socket.descriptor, 64) == 0 else { throw SystemError("listen") }
        return (socket, try socket.localPort())
    }

    /// A connection to `port`.
    package static func connected(to port: Int) throws(SystemError) -> LoopbackSocket {
        let socket = try open()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        // Safe: as in `listening()`.
        unsafe try call("connect", on: address, of: socket, connect)
        socket.setLimit(.seconds(10))
        return socket
    }

    /// A connection to the Unix socket at `path`, which has at most 107 bytes.
    static func connected(toFile path: String) throws(SystemError) -> LoopbackSocket {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("socket") }
        let socket = LoopbackSocket(owning: descriptor)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Safe: copied within the field, whose last byte stays 0.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(107)) }
        // Safe: as in `call`.
        let result = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else { throw SystemError("connect") }
        socket.setLimit(.seconds(10))
        return socket
    }

    /// Sends all of `bytes`; false when the other end is gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Safe: the buffer is read during the call only.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends `text` in UTF-8; false when the other end is gone.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next bytes, at most `limit`; empty at the end, after an error and when nothing came in time.
    package func receive(_ limit: Int = 65536) -> [UInt8] {
        // Safe: the array is given with its own capacity, and the count is what was written.
        unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            unsafe count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// Everything up to the end of the connection.
    package func receiveAll() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// Ends both directions, so that a thread that waits in another call returns.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Breaks the connection: the other side gets a reset (connect(2): an address of no family dissolves it).
    package func reset() {
        var nowhere = sockaddr(sa_family: sa_family_t(AF_UNSPEC), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        // Safe: the address is read within the call.
        _ = unsafe connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    func accept() -> LoopbackSocket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        let socket = LoopbackSocket(owning: accepted)
        socket.setLimit(.seconds(60))
        return socket
    }

    private static func open() throws(SystemError) -> LoopbackSocket {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("socket") }
        return LoopbackSocket(owning: descriptor)
    }

    private static func call(
        _ name: String, on address: sockaddr_in, of socket: LoopbackSocket,
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws(SystemError) {
        // Safe: an IPv4 address is one kind of socket address, and its own size goes with it.
        let result = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe function(
                socket.descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else { throw SystemError(name) }
    }

    private func localPort() throws(SystemError) -> Int {
        var address = sockaddr_in()
        // Safe: the kernel writes no more than the size that goes with the address.
        let result = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            var size = socklen_t(bytes.count)
            return unsafe getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard result == 0 else { throw SystemError("getsockname") }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    private func setLimit(_ limit: Duration) {
        var time = timeval(tv_sec: Int(limit.components.seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }
}
