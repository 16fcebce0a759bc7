import CCurl
import Synchronization

/// The way from any thread to the network thread: a queue of commands, and libcurl's own wakeup.
@safe final class NetworkMailbox: Sendable {
    /// What the network thread is asked to do.
    enum Command: Sendable {
        case start(id: Int, HTTPRequest, any HTTPHandler)
        case cancel(id: Int)
        case shutDown
    }

    private struct State {
        var commands: [Command] = []
        var isOpen = true
        var lastID = 0
    }

    private let state = Mutex(State())
    /// libcurl's multi handle. Safe to share: only `curl_multi_wakeup` may be called from other threads, it is called
    /// under the lock, and the network thread closes the mailbox under the same lock before it frees the handle.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    init(multi: UnsafeMutableRawPointer) {
        unsafe self.multi = multi
    }

    /// A number no other transfer has.
    func nextID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Leaves a command and wakes the network thread; false when it takes no more.
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            state.commands.append(command)
            unsafe curl_multi_wakeup(multi)
            return true
        }
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
