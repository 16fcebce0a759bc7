import Network
import RadioCore
import Rings

/// Rules an HLS stream from outside as if it were one transfer, and lets it wait for room. Any thread.
final class HLSControl: HTTPTransferControl {
    private struct State {
        var task: Task<StreamReceiver.Outcome, Never>?
        var isCancelled = false
        var isRung = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Guarded(State())

    /// It is `task` that plays the stream.
    func rule(_ task: Task<StreamReceiver.Outcome, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel(_ id: Int) {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// What waits for room is judged again.
    func resume(_ id: Int) { ring() }

    /// Returns when `buffer` has what `wait` asks for, and when there is reason to look at it again; at once when the
    /// task is cancelled.
    func wait(for wait: FlowControl.Wait, in buffer: TimeShiftBuffer) async {
        buffer.whenAhead(isAtMost: wait.ahead, room: wait.room) { [self] in ring() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRung = state.withLock { state in
                    defer { state.isRung = false }
                    if !state.isRung { state.waiting = continuation }
                    return state.isRung
                }
                if isRung { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
    }

    private func ring() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.isRung = state.waiting == nil
            return state.waiting
        }
        waiting?.resume()
    }
}
