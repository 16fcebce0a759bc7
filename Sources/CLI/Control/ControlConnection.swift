import Glibc

/// One client of the control socket, as its server's thread sees it. Pure but for `receive` and `send`.
struct ControlConnection: ~Copyable {
    /// How many bytes may wait for a slow reader before it is dropped.
    static let patience = 256 * 1_024

    /// Its socket.
    let descriptor: Int32
    /// Tells it from others that had the same descriptor.
    let number: Int
    /// Whether it gets events.
    var wantsEvents = false
    /// Whether an answer is being made; until then no further request is taken.
    var isBusy = false
    /// Whether it ends once everything is sent.
    var isEnding = false

    /// Whether the client says nothing more; it may still listen.
    private var isAtEnd = false
    private var received: [UInt8] = []
    private var waiting: [UInt8] = []

    /// Takes over a connected socket.
    init(takingOwnership descriptor: Int32, number: Int) {
        self.descriptor = descriptor
        self.number = number
        Descriptor.closeOnExec(descriptor)
        Descriptor.neverBlock(descriptor)
    }

    deinit { close(descriptor) }

    /// What to poll for.
    var interest: Int16 {
        let reads = !isBusy && !isEnding && !isAtEnd
        return (reads ? Int16(POLLIN) : 0) | (waiting.isEmpty ? 0 : Int16(POLLOUT))
    }

    /// Whether it has nothing more to say or to get.
    var isDone: Bool { waiting.isEmpty && (isEnding || (isAtEnd && !isBusy && !wantsEvents)) }

    /// Queues a line; `false` when it is too slow to be kept.
    mutating func queue(_ line: String) -> Bool {
        waiting += line.utf8
        waiting.append(UInt8(ascii: "\n"))
        return waiting.count <= Self.patience
    }

    /// Reads what is there; `false` when the client is gone altogether.
    mutating func receive() -> Bool {
        var bytes = [UInt8](repeating: 0, count: ControlRequest.longest)
        // Safe: the array is as long as is told.
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
        isAtEnd = count == 0
        received += bytes[..<count]
        return true
    }

    /// Sends what goes without blocking; `false` when the client has left.
    mutating func send() -> Bool {
        // Safe: the buffer is as long as is told.
        let count = unsafe waiting.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
        waiting.removeFirst(count)
        return true
    }

    /// What has been received.
    enum Line {
        case none
        case tooLong
        case line([UInt8])
    }

    /// Takes the next whole line.
    mutating func nextLine() -> Line {
        guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else {
            return received.count > ControlRequest.longest ? .tooLong : .none
        }
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        return line.count > ControlRequest.longest ? .tooLong : .line(line)
    }
}
