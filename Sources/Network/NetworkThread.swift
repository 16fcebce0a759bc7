import CCurl
package import RadioCore

/// The one thread on which everything from outside arrives: libcurl's event loop.
///
/// Its owner must call `shutdown()` before dropping it.
package final class NetworkThread: HTTPTransport {
    /// libcurl's version and those of the libraries it uses, in its own words.
    package static var libraryVersion: String { CurlLibrary.version }

    private let mailbox: NetworkMailbox
    private let thread: WorkerThread

    /// Starts the thread.
    package init(log: Log) {
        // Safe: made here and handed over at once; the mailbox is its only owner.
        let mailbox = unsafe NetworkMailbox(takingOwnershipOf: CurlLibrary.makeMulti())
        self.mailbox = mailbox
        thread = WorkerThread(name: "network") { NetworkLoop(mailbox: mailbox, log: log).run() }
    }

    /// Starts a transfer; `handler` is kept until it has been told the end.
    ///
    /// After `shutdown()` it is told at once, on the calling thread, that the transfer was cancelled.
    package func start(_ request: HTTPRequest, handler: any HTTPHandler) -> HTTPTransfer {
        let id = mailbox.nextID()
        if !mailbox.post(.start(id: id, request, handler)) {
            handler.didEnd(NetworkError(kind: .cancelled, operation: "open", url: request.url))
        }
        return HTTPTransfer(id: id, control: mailbox)
    }

    /// Cancels every transfer, tells the handlers, and waits until the thread is gone. May be called repeatedly.
    package func shutdown() async {
        _ = mailbox.post(.shutDown)
        await thread.join()
    }
}
