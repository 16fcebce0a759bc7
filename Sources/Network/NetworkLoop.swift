import CCurl
import RadioCore

/// The event loop of the network thread; made, run and dropped there.
@safe final class NetworkLoop {
    // Safe: the multi handle is used on this thread alone, and lives as long as the mailbox, which is held here.

    private let mailbox: NetworkMailbox
    private let multi: UnsafeMutableRawPointer
    private let log: Log
    private var transfers: [Int: EasyTransfer] = [:]
    private var isRunning = true

    init(mailbox: NetworkMailbox, log: Log) {
        self.mailbox = mailbox
        unsafe multi = mailbox.multi
        self.log = log
    }

    /// Serves commands and transfers until it is told to shut down; then ends all transfers.
    func run() {
        while isRunning {
            mailbox.take().forEach(obey)
            let until = turn()
            if isRunning { wait(until: until) }
        }
        let left = mailbox.close()
        for id in transfers.keys.sorted() { end(id, transfers[id]?.error(.cancelled)) }
        left.forEach(refuse)
    }

    private func obey(_ command: NetworkMailbox.Command) {
        switch command {
        case .start(let id, let request, let handler):
            let handle = HTTPTransfer(id: id, control: mailbox)
            let transfer = EasyTransfer(handle, request: request, handler: handler, log: log)
            transfers[id] = transfer
            if let error = unsafe transfer.begin(on: multi) { end(id, error) }
        case .cancel(let id):
            end(id, transfers[id]?.error(.cancelled))
        case .resume(let id):
            if let error = transfers[id]?.resume() { end(id, error) }
        case .shutDown:
            isRunning = false
        }
    }

    private func refuse(_ command: NetworkMailbox.Command) {
        guard case .start(_, let request, let handler) = command else { return }
        handler.didEnd(NetworkError(kind: .cancelled, operation: "open", url: request.url))
    }

    /// Lets libcurl work, ends what is over, and says when a watch is due.
    private func turn() -> Duration? {
        var running: Int32 = 0
        unsafe curl_multi_perform(multi, &running)
        var code = CURLE_OK
        while let handle = unsafe CCurl_nextDone(multi, &code) {
            let done = transfers.values.first { unsafe $0.owns(handle) }
            if let done { end(done.id, done.outcome(of: code)) }
        }
        return checkWatches()
    }

    private func checkWatches() -> Duration? {
        var earliest: Duration?
        let now = Monotonic.now
        for (id, transfer) in transfers {
            switch transfer.checkWatch(at: now) {
            case .success(nil): break
            case .success(let until?): earliest = min(earliest ?? until, until)
            case .failure(let error): end(id, error)
            }
        }
        return earliest
    }

    private func end(_ id: Int, _ error: NetworkError?) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        if let error { log(.debug, error.description) }
        unsafe transfer.end(on: multi, error)
    }

    /// Sleeps until a socket, a command, libcurl's own timers, or `until`.
    private func wait(until: Duration?) {
        let longest = Duration.seconds(3600)
        let span = min(longest, max(.zero, until.map { $0 - Monotonic.now } ?? longest))
        // Rounded up, or the last millisecond would be spent in turning.
        unsafe curl_multi_poll(multi, nil, 0, Int32((span / .milliseconds(1)).rounded(.up)), nil)
    }
}
