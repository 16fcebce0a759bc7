import Network
import RadioCore

/// What the task of a scripted network does, one command at a time; everything here belongs to that task.
final class ScriptedLoop {
    /// Whether there is more to do.
    enum Progress {
        case goesOn
        case ended
    }

    private final class Transfer {
        let handle: HTTPTransfer
        let handler: any HTTPHandler
        let watchdog: LedgerToken?
        var connection: ScriptedConnection

        init(
            _ handle: HTTPTransfer, request: HTTPRequest, handler: any HTTPHandler, connection: ScriptedConnection
        ) {
            self.handle = handle
            self.handler = handler
            self.connection = connection
            watchdog = request.ledger?.timer("transfer watch", station: request.station)
        }
    }

    private let servers: [String: ScriptedServer]
    private let clock: ManualClock
    private let record: ScriptedRecord
    private let control: any HTTPTransferControl
    private let look: @Sendable () -> Void
    private var transfers: [Int: Transfer] = [:]
    /// When the next look is due, and what waits for it.
    private var alarm: (due: Duration, task: Task<Void, Never>)?
    private var isEnding = false

    /// A loop over `servers`; `look` asks for a `.look`.
    init(
        _ servers: [String: ScriptedServer], clock: ManualClock, record: ScriptedRecord,
        control: any HTTPTransferControl, look: @escaping @Sendable () -> Void
    ) {
        self.servers = servers
        self.clock = clock
        self.record = record
        self.control = control
        self.look = look
    }

    /// Carries out `command`, and everything that is due.
    func obey(_ command: ScriptedNetwork.Command) -> Progress {
        switch command {
        case .start(let id, let request, let handler): start(id, request, handler)
        case .cancel(let id): transfers[id].map { end($0, $0.connection.error(.cancelled)) }
        case .resume(let id): transfers[id]?.connection.resume(at: now)
        case .look: break
        case .shutDown: isEnding = true
        }
        if isEnding { for transfer in inOrder { end(transfer, transfer.connection.error(.cancelled)) } }
        inOrder.forEach(serve)
        setAlarm()
        return isEnding ? .ended : .goesOn
    }

    private var now: Duration { clock.now.offset }

    private var inOrder: [Transfer] { transfers.values.sorted { $0.handle.id < $1.handle.id } }

    private func start(_ id: Int, _ request: HTTPRequest, _ handler: any HTTPHandler) {
        guard let server = servers[request.url] else {
            let error = NetworkError(kind: .nameLookup, operation: "open", url: request.url)
            record.end(id, error, at: now)
            return handler.didEnd(error)
        }
        transfers[id] = Transfer(
            HTTPTransfer(id: id, control: control), request: request, handler: handler,
            connection: ScriptedConnection(request, to: server, at: now))
    }

    /// Tells the handler all that is due.
    private func serve(_ transfer: Transfer) {
        while let action = transfer.connection.next(at: now) {
            switch action {
            case .head(let response):
                record.note(status: response.status, of: transfer.handle.id, at: now)
                guard transfer.handler.didReceive(response: response) == .proceed else {
                    return end(transfer, transfer.connection.error(.cancelled))
                }
            case .piece(let bytes):
                guard hand(bytes, to: transfer) else { return }
            case .end(let error):
                return end(transfer, error)
            }
        }
    }

    /// Hands a piece over; false when no more is to follow now.
    private func hand(_ bytes: ArraySlice<UInt8>, to transfer: Transfer) -> Bool {
        // Safe: the bytes are not changed within the call.
        switch unsafe transfer.handler.didReceive(body: bytes.span.bytes, of: transfer.handle) {
        case .proceed:
            if let sound = transfer.connection.take(at: now) { record.note(sound, at: now) }
            return true
        case .pause:
            transfer.connection.pause()
            return false
        case .stop:
            end(transfer, transfer.connection.error(.cancelled))
            return false
        }
    }

    private func end(_ transfer: Transfer, _ error: NetworkError?) {
        transfers[transfer.handle.id] = nil
        if error?.kind == .stalled || error?.kind == .timedOut { transfer.watchdog?.fire() }
        transfer.watchdog?.cancel()
        record.end(transfer.handle.id, error, at: now)
        transfer.handler.didEnd(error)
    }

    private func setAlarm() {
        let due = transfers.values.compactMap(\.connection.due).min()
        guard due != alarm?.due else { return }
        alarm?.task.cancel()
        alarm = due.map { due in
            let (clock, look) = (clock, look)
            let task = Task {
                guard (try? await clock.sleep(until: .init(offset: due))) != nil else { return }
                look()
            }
            return (due, task)
        }
    }
}
