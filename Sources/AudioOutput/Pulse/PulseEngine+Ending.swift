import CPulse
import RadioCore

/// Failing, being lost, and closing.
extension PulseEngine {
    // Safe: callbacks are taken back before what they belong to is freed, all on the loop's thread; nothing is used after.

    /// How long a last fade may take to be heard.
    private static var closeLimit: Duration { .milliseconds(500) }

    /// Opening came to nothing.
    func fail(_ kind: OutputError.Kind, words: String) {
        guard case .connecting(let continuation) = phase else { return }
        phase = .failed
        limitTimer.cancel()
        continuation.resume(returning: .failure(OutputError(kind, subject: device ?? "sound server", words: words)))
    }

    /// The server is gone, or has ended the stream.
    func lose(words: String) {
        guard case .ready = phase else { return }
        phase = .failed
        clock = SinkClock(
            sampleRate: clock.sampleRate, readFrame: clock.heardFrame(at: .now), latency: 0, at: .now, isRunning: false)
        cancelTimers()
        publish()
        shared.continuation.yield(.lost(OutputError(.lost, subject: "sound server", words: words)))
        // Not from within a callback of what it frees.
        if !closing.isEmpty, let context = unsafe context { unsafe limitTimer.arm(in: .zero, on: context) }
    }

    /// Fades out, and gives everything back when that is heard.
    func close(_ continuation: CheckedContinuation<Void, Never>) {
        closing.append(continuation)
        guard case .ready = phase else { return finishClosing() }
        limitClosing()
    }

    /// Closes before long even if the server never says where it stands, without which no command is obeyed.
    func limitClosing() {
        guard shared.isEnding, !limitTimer.isArmed, let context = unsafe context else { return }
        unsafe limitTimer.arm(in: Self.closeLimit, on: context)
    }

    /// Opening or closing has taken too long.
    func reachLimit() {
        if case .connecting = phase { return fail(.noServer, words: "it does not answer") }
        finishClosing()
    }

    /// Gives back everything but the loop.
    func finishClosing() {
        guard !closing.isEmpty || shared.isEnding else { return }
        if case .connecting = phase { fail(.lost, words: "closed") }
        phase = .closed
        let late = shared.shut()
        disconnect()
        shared.continuation.finish()
        for command in late { command.refuse() }
        for continuation in closing { continuation.resume() }
        closing = []
    }

    private func disconnect() {
        for timer in [stepTimer, glideTimer, answerTimer, limitTimer] { unsafe timer.end(api) }
        watching?.cancel()
        if let stream = unsafe stream {
            unsafe pa_stream_set_state_callback(stream, nil, nil)
            unsafe pa_stream_set_write_callback(stream, nil, nil)
            unsafe pa_stream_set_moved_callback(stream, nil, nil)
            unsafe pa_stream_set_suspended_callback(stream, nil, nil)
            unsafe pa_stream_disconnect(stream)
            unsafe pa_stream_unref(stream)
        }
        if let context = unsafe context {
            unsafe pa_context_set_state_callback(context, nil, nil)
            unsafe pa_context_set_subscribe_callback(context, nil, nil)
            unsafe pa_context_disconnect(context)
            unsafe pa_context_unref(context)
        }
        unsafe stream = nil
        unsafe context = nil
    }

    private func cancelTimers() {
        for timer in [stepTimer, glideTimer, answerTimer, limitTimer] { timer.cancel() }
        glide = nil
        muteFrame = nil
    }
}
