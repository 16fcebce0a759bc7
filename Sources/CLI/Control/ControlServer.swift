import Glibc
import RadioCore
import Synchronization

/// The control socket of a running player: one thread that serves all clients, and sleeps in between.
///
/// Everything is bounded: the clients, their lines, what waits for a slow reader, and one request at a time each. Safe
/// to call from any thread.
final class ControlServer: Sendable {
    /// How many clients there may be.
    static let mostClients = 16
    /// How long the last lines may take at the end.
    private static let farewell = Duration.milliseconds(200)

    /// Answers a request: calls back once, from any thread, with the line that goes to the client.
    typealias Handler =
        @Sendable (ControlCommand, _ id: JSONValue?, _ reply: @escaping @Sendable (String) -> Void) -> Void

    private enum Post {
        case reply(String, client: Int)
        case event(String)
        case end
    }

    /// The path of the socket.
    let path: String
    private let listener: Int32
    private let bell: WakePipe
    private let posts = Guarded<[Post]>([])
    private let listeners = Atomic<Int>(0)
    private let handler: Handler
    private let thread = Guarded<WorkerThread?>(nil)

    /// Opens the socket of the player named `instance` in `directory`, and serves it until `finish()`.
    init(instance: String, in directory: ControlDirectory, handler: @escaping Handler) throws(SystemError) {
        try directory.prepare()
        let path = directory.socket(of: instance)
        bell = try WakePipe()
        listener = try directory.alone { () throws(SystemError) in
            // Safe: the path is a C string that lives for the call.
            for left in directory.sockets() where UnixSocket.isLeftOver(left) { unsafe unlink(left) }
            return try UnixSocket.listen(at: path)
        }
        self.path = path
        self.handler = handler
        let worker = WorkerThread(name: "control") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    /// Sends an event to those who want them; makes it only if there are any.
    func event(_ line: @autoclosure () -> String) {
        guard listeners.load(ordering: .relaxed) > 0 else { return }
        post(.event(line()))
    }

    /// Sends the last lines, takes the socket away and ends the thread. May be called repeatedly.
    func finish() async {
        let worker = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let worker else { return }
        post(.end)
        await worker.join()
    }

    private func post(_ post: Post) {
        posts.withLock { $0.append(post) }
        bell.wake()
    }

    private func run() {
        var clients = ControlClients(most: Self.mostClients)
        while !deliverPosts(to: &clients) {
            clients.removeDone()
            listeners.store(clients.listeners, ordering: .relaxed)
            var entries = [
                pollfd(fd: bell.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: clients.isFull ? -1 : listener, events: Int16(POLLIN), revents: 0),
            ]
            entries += clients.interests
            Descriptor.wait(for: &entries, timeout: nil)
            if entries[0].revents != 0 { _ = bell.drain() }
            if entries[1].revents != 0 { accept(into: &clients) }
            for entry in entries[2...] where entry.revents != 0 { serve(entry, of: &clients) }
        }
        // Safe: as above.
        unsafe unlink(path)
        close(listener)
        clients.sendRest(within: Self.farewell)
    }

    /// Hands out what has been posted; `true` at the end.
    private func deliverPosts(to clients: inout ControlClients) -> Bool {
        let posted = posts.withLock { posts in
            defer { posts = [] }
            return posts
        }
        var isEnd = false
        for post in posted {
            switch post {
            case .reply(let line, let number):
                clients.reply(line, to: number)
                takeRequests(of: number, in: &clients)
            case .event(let line): clients.event(line)
            case .end: isEnd = true
            }
        }
        return isEnd
    }

    private func accept(into clients: inout ControlClients) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        guard UnixSocket.peerIsOurs(descriptor) else {
            close(descriptor)
            return
        }
        clients.add(takingOwnership: descriptor)
    }

    private func serve(_ entry: pollfd, of clients: inout ControlClients) {
        guard let number = clients.serve(entry) else { return }
        takeRequests(of: number, in: &clients)
    }

    /// Takes requests in their order, the next one when the one before is answered.
    private func takeRequests(of number: Int, in clients: inout ControlClients) {
        while let line = clients.nextRequest(of: number) {
            do {
                let request = try ControlRequest(line: line)
                if request.command == .events {
                    clients.subscribe(number)
                    // Before the answer: whoever has read it is to miss nothing.
                    listeners.store(clients.listeners, ordering: .relaxed)
                    clients.reply(ControlReply.done(request.id), to: number)
                } else {
                    clients.setBusy(number)
                    handler(request.command, request.id) { [self] in post(.reply($0, client: number)) }
                }
            } catch {
                clients.reply(ControlReply.refused(error.id, error.description), to: number)
            }
        }
    }
}
