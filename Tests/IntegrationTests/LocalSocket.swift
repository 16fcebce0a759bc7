import Foundation

/// A client of a Unix socket that says what it likes, with calls that give up after a while.
final class LocalSocket {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects to the socket at `path`; `waits` is whether a full queue there is waited for.
    init(path: String, waits: Bool = true) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if !waits { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        // Safe: a Unix address is one kind of socket address, and its own size goes with it.
        let status = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard status == 0 || (!waits && errno == EAGAIN) else { throw CocoaError(.fileReadUnknown) }
    }

    deinit { close(descriptor) }

    /// Says `text`; what the other end no longer takes is lost.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        // Safe: the array is read during the call only.
        unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line; empty when none comes.
    func line() -> String {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = unsafe recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return "" }
            received += piece[..<count]
        }
    }
}
