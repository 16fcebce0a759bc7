package import Network

/// A network that runs on a test's clock: servers by script instead of sockets, under the real code of everything above.
///
/// It keeps the contract of the network thread: a handler's calls come one at a time, in order, and never from within a
/// call to the transport; a refused piece comes again; the end comes once. They come from a task of its own.
package final class ScriptedNetwork: HTTPTransport {
    /// What the task is asked to do.
    enum Command: Sendable {
        case start(id: Int, HTTPRequest, any HTTPHandler)
        case cancel(id: Int)
        case resume(id: Int)
        /// Something may be due.
        case look
        case shutDown
    }

    /// Takes what is asked of the transfers.
    private struct Control: HTTPTransferControl {
        let commands: AsyncStream<Command>.Continuation

        func cancel(_ id: Int) { commands.yield(.cancel(id: id)) }

        func resume(_ id: Int) { commands.yield(.resume(id: id)) }
    }

    /// What has happened.
    package let record = ScriptedRecord()
    private let clock: ManualClock
    private let control: Control
    private let loop: Task<Void, Never>

    /// A network of `servers` by their URLs; other names are not known in it.
    package init(_ servers: [String: ScriptedServer], clock: ManualClock) {
        let (stream, continuation) = AsyncStream.makeStream(of: Command.self)
        self.clock = clock
        let control = Control(commands: continuation)
        self.control = control
        loop = Task { [record] in
            let loop = ScriptedLoop(servers, clock: clock, record: record, control: control) {
                continuation.yield(.look)
            }
            for await command in stream where loop.obey(command) == .ended { continuation.finish() }
        }
    }

    package func start(_ request: HTTPRequest, handler: any HTTPHandler) -> HTTPTransfer {
        let id = record.begin(at: clock.now.offset)
        if case .terminated = control.commands.yield(.start(id: id, request, handler)) {
            handler.didEnd(NetworkError(kind: .cancelled, operation: "open", url: request.url))
        }
        return HTTPTransfer(id: id, control: control)
    }

    package func shutdown() async {
        control.commands.yield(.shutDown)
        await loop.value
    }
}
