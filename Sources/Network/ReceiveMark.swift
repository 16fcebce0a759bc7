import Glibc

/// How many bytes may wait in the kernel before a transfer's socket wakes us (`SO_RCVLOWAT`); its end always does.
///
/// libcurl does not tell which of the sockets it made carries the answer, nor when it closes one. Each is known by the
/// cookie that the kernel never gives twice, so that a descriptor used anew by somebody else is left alone.
struct ReceiveMark {
    private struct Socket {
        let descriptor: Int32
        let cookie: UInt64
    }

    private var sockets: [Socket] = []
    /// The mark to set, once it is known.
    private var bytes: Int?
    private var isInForce = false

    /// libcurl has made a socket.
    mutating func note(socket descriptor: Int32) {
        guard let cookie = Self.cookie(of: descriptor) else { return }
        sockets.append(Socket(descriptor: descriptor, cookie: cookie))
    }

    /// From now on so many bytes may wait.
    mutating func set(_ bytes: Int) { self.bytes = bytes }

    /// Puts the mark in force, or lets every byte wake us again.
    mutating func apply(_ isWanted: Bool) {
        guard let bytes, isWanted != isInForce else { return }
        isInForce = isWanted
        var value = Int32(isWanted ? bytes : 1)
        for socket in sockets where Self.cookie(of: socket.descriptor) == socket.cookie {
            // Safe: the option takes an int by address. A refusal costs wakeups only.
            unsafe setsockopt(
                socket.descriptor, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private static func cookie(of descriptor: Int32) -> UInt64? {
        var cookie: UInt64 = 0
        var size = socklen_t(MemoryLayout<UInt64>.size)
        // Safe: the kernel writes at most the size that goes with the address.
        return unsafe getsockopt(descriptor, SOL_SOCKET, SO_COOKIE, &cookie, &size) == 0 ? cookie : nil
    }
}
