import CPulse
import RadioCore

/// One one-shot timer on PulseAudio's loop, in the ledger while it is armed. Belongs to the loop's thread.
@safe final class PulseTimer {
    private let ledger: Ledger
    private let name: String
    private let action: () -> Void
    private var event: OpaquePointer?
    private var token: LedgerToken?

    /// A timer that runs `action`.
    init(_ name: String, ledger: Ledger, action: @escaping () -> Void) {
        self.name = name
        self.ledger = ledger
        self.action = action
    }

    /// Whether it is to fire.
    var isArmed: Bool { token != nil }

    /// Fires once, `delay` from now; in place of an earlier arming.
    func arm(in delay: Duration, on context: OpaquePointer) {
        let micros = max(0, Int64(delay.seconds * 1e6))
        // Safe: the loop's clock; the event and its context live until `end()`.
        let due = pa_rtclock_now() + UInt64(micros)
        if token == nil { token = ledger.timer(name) }
        if let event = unsafe event {
            unsafe pa_context_rttime_restart(context, event, due)
            return
        }
        unsafe event = pa_context_rttime_new(
            context, due,
            { _, _, _, timer in
                guard let timer = unsafe timer else { return }
                unsafe Unmanaged<PulseTimer>.fromOpaque(timer).takeUnretainedValue().fire()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Does not fire.
    func cancel() {
        token?.cancel()
        token = nil
    }

    /// Gives the event back to the loop.
    func end(_ api: UnsafeMutablePointer<pa_mainloop_api>) {
        cancel()
        // Safe: made by this loop, and not used after this.
        if let event = unsafe event { unsafe api.pointee.time_free(event) }
        unsafe event = nil
    }

    private func fire() {
        guard let token else { return }
        self.token = nil
        token.fire()
        action()
    }
}
