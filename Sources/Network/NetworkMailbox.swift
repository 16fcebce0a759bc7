import CCurl
import RadioCore

/// The way from any thread to the network thread: a queue of commands, and libcurl's own wakeup.
@safe final class NetworkMailbox: Sendable {
    /// What the network thread is asked to do.
    enum Command: Sendable {
        case start(id: Int, HTTPRequest, any HTTPHandler)
        case cancel(id: Int)
        case resume(id: Int)
        case shutDown
    }

    private struct State {
        var commands: [Command] = []
        var isOpen = true
        var lastID = 0
    }

    private let state = Guarded(State())
    /// libcurl's multi handle.
    // Safe: the network thread alone uses it, but for `curl_multi_wakeup`, which any thread may call. It lives as long
    // as the mailbox, so that nobody can wake what is gone.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    init(takingOwnershipOf multi: UnsafeMutableRawPointer) {
        unsafe self.multi = multi
    }

    deinit { unsafe curl_multi_cleanup(multi) }

    /// A number no other transfer has.
    func nextID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Leaves a command and wakes the network thread; false when it takes no more.
    func post(_ command: Command) -> Bool {
        let isOpen = state.withLock { state in
            if state.isOpen { state.commands.append(command) }
            return state.isOpen
        }
        // Not under the lock, for which the thread that wakes would then have to wait.
        if isOpen { unsafe curl_multi_wakeup(multi) }
        return isOpen
    }

    /// Takes what was left, in order.
    func take() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Takes what was left, and takes no more from now on.
    func close() -> [Command] {
        state.withLock { state in
            state.isOpen = false
            defer { state.commands = [] }
            return state.commands
        }
    }
}

extension NetworkMailbox: HTTPTransferControl {
    func cancel(_ id: Int) { _ = post(.cancel(id: id)) }

    func resume(_ id: Int) { _ = post(.resume(id: id)) }
}
