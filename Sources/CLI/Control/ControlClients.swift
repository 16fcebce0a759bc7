import Glibc

/// The clients of the control socket, each told by a number of its own. Used by the server's thread only.
struct ControlClients: ~Copyable {
    private let most: Int
    private var connections: [Slot] = []
    private var nextNumber = 0

    /// Holds a connection in an array.
    private final class Slot {
        var connection: ControlConnection

        init(_ connection: consuming ControlConnection) {
            self.connection = connection
        }
    }

    /// No clients yet, and never more than `most`.
    init(most: Int) {
        self.most = most
    }

    /// Whether no more are taken.
    var isFull: Bool { connections.count >= most }

    /// How many get events.
    var listeners: Int { connections.count { $0.connection.wantsEvents } }

    /// What to poll for.
    var interests: [pollfd] {
        connections.map { pollfd(fd: $0.connection.descriptor, events: $0.connection.interest, revents: 0) }
    }

    /// Takes over a connected socket.
    mutating func add(takingOwnership descriptor: Int32) {
        connections.append(Slot(ControlConnection(takingOwnership: descriptor, number: nextNumber)))
        nextNumber += 1
    }

    /// Answers the request that the client is waiting for.
    mutating func reply(_ line: String, to number: Int) {
        guard let slot = slot(number) else { return }
        slot.connection.isBusy = false
        send(line, to: slot)
    }

    /// Has no further request of the client taken until the one that it made is answered.
    mutating func setBusy(_ number: Int) {
        slot(number)?.connection.isBusy = true
    }

    /// Sends the client events from now on.
    mutating func subscribe(_ number: Int) {
        slot(number)?.connection.wantsEvents = true
    }

    /// Sends an event to those who want them.
    mutating func event(_ line: String) {
        for slot in connections where slot.connection.wantsEvents { send(line, to: slot) }
    }

    /// Does what `entry` says can be done; returns the number of a client that may have made a request.
    mutating func serve(_ entry: pollfd) -> Int? {
        guard let slot = connections.first(where: { $0.connection.descriptor == entry.fd }) else { return nil }
        let ready = Int32(entry.revents)
        var isHere = ready & (POLLERR | POLLNVAL) == 0
        if isHere, ready & POLLOUT != 0 { isHere = slot.connection.send() }
        if isHere, ready & POLLIN != 0 {
            isHere = slot.connection.receive()
        } else if ready & POLLHUP != 0 {
            isHere = false
        }
        guard isHere else {
            remove(slot)
            return nil
        }
        return slot.connection.number
    }

    /// Takes the next whole request of the client, unless it is waiting for an answer. One that is too long ends it.
    mutating func nextRequest(of number: Int) -> [UInt8]? {
        guard let slot = slot(number), !slot.connection.isBusy, !slot.connection.isEnding else { return nil }
        switch slot.connection.nextLine() {
        case .none: return nil
        case .line(let line): return line
        case .tooLong:
            slot.connection.isEnding = true
            send(ControlReply.refused(nil, "a line has at most \(ControlRequest.longest) bytes"), to: slot)
            return nil
        }
    }

    /// Sends what is still waiting, for no longer than `patience`.
    mutating func sendRest(within patience: Duration) {
        let deadline = SuspendingClock.now + patience
        for slot in connections { slot.connection.isEnding = true }
        while true {
            removeDone()
            guard !connections.isEmpty else { return }
            let left = SuspendingClock.now.duration(to: deadline)
            guard left > .zero else { return }
            var entries = interests
            Descriptor.wait(for: &entries, timeout: left)
            for entry in entries where entry.revents != 0 { _ = serve(entry) }
        }
    }

    /// Lets those go that have said and got everything. Their requests have been taken before.
    mutating func removeDone() {
        connections.removeAll { $0.connection.isDone }
    }

    private func slot(_ number: Int) -> Slot? {
        connections.first { $0.connection.number == number }
    }

    private mutating func send(_ line: String, to slot: Slot) {
        if !slot.connection.queue(line) || !slot.connection.send() { remove(slot) }
    }

    private mutating func remove(_ slot: Slot) {
        connections.removeAll { $0 === slot }
    }
}
