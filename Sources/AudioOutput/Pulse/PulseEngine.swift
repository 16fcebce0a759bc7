import CPulse
import RadioCore
import Synchronization

/// The connection to the sound server and everything that hangs on it.
///
/// Made and ended by `PulseOutput`; everything in between happens on the loop's thread, in callbacks. There is one way
/// through it: whatever happens (a command, a request for frames, a timer) asks the server where it stands, and the
/// answer makes one `step()`.
@safe final class PulseEngine: @unchecked Sendable {
    // Safe: between `init` and `endLoop()` only the loop's thread touches it, and what it holds of libpulse's lives until
    // then.

    /// How far the connection is.
    enum Phase {
        case idle
        case connecting(CheckedContinuation<Result<AudioFormat?, OutputError>, Never>)
        case ready
        case failed
        case closed
    }

    /// How long the server may take to say where it stands, with a second more after that.
    private static var answerLimit: Duration { .seconds(4) }

    let shared: OutputShared
    let device: String?
    let ledger: Ledger
    private let loop: OpaquePointer
    let api: UnsafeMutablePointer<pa_mainloop_api>
    private var wakeupEvent: OpaquePointer?

    var phase = Phase.idle
    var context: OpaquePointer?
    var stream: OpaquePointer?
    var renderer = Renderer(fades: .audible(sampleRate: 48_000), channels: 2)
    var clock = SinkClock(sampleRate: 48_000, at: .now)
    /// The sink frame behind the last one that was ever handed to the server.
    var writtenEnd = 0
    var isCorked = true
    /// Whether what was queued has been cut off, and nothing has taken its place.
    var isRewriting = false
    /// Whether the server has been asked where it stands, and whether that has to be asked again afterwards.
    var timing = (isAsked: false, isWanted: false)

    var volume: Volume
    var glide: VolumeGlide?
    /// The sink frame from which on the stream is silent and can be muted.
    var muteFrame: Int?
    /// The volume of the glide's last step.
    var glidePercent: Float?
    /// Muting by somebody else that the samples have not followed yet.
    var foreignMute: Bool?
    var watching: LedgerToken?
    var title: String?
    /// The sinks there are, while they are collected.
    var knownDevices: [String] = []

    var closing: [CheckedContinuation<Void, Never>] = []
    private(set) lazy var stepTimer = PulseTimer("pulse-step", ledger: ledger) { [unowned self] in askTiming() }
    private(set) lazy var glideTimer = PulseTimer("pulse-glide", ledger: ledger) { [unowned self] in stepGlide() }
    /// Whether the server has been given a second chance to answer.
    var isLate = false
    private(set) lazy var answerTimer = PulseTimer("pulse-answer", ledger: ledger) { [unowned self] in missAnswer() }
    private(set) lazy var limitTimer = PulseTimer("pulse-limit", ledger: ledger) { [unowned self] in reachLimit() }

    /// Starts the loop, which does nothing yet.
    init(shared: OutputShared, device: String?, volume: Volume, ledger: Ledger) {
        self.shared = shared
        self.device = device
        self.volume = volume
        self.ledger = ledger
        guard let loop = unsafe pa_threaded_mainloop_new(), let api = unsafe pa_threaded_mainloop_get_api(loop) else {
            preconditionFailure("libpulse has no memory for a loop")
        }
        unsafe self.loop = loop
        unsafe self.api = api
        // Safe: no thread runs yet. The owner keeps this object until `endLoop()` has stopped all callbacks.
        unsafe wakeupEvent = api.pointee.io_new(
            api, shared.wakeup.descriptor, PA_IO_EVENT_INPUT,
            { _, _, _, _, engine in PulseEngine.from(engine)?.attend() }, pointer)
        unsafe pa_threaded_mainloop_set_name(loop, "pulse")
        unsafe pa_threaded_mainloop_start(loop)
    }

    /// Stops the loop and frees it; blocks until its thread has ended. After `close`, from any thread but the loop's.
    func endLoop() {
        // Safe: once the loop is stopped nothing else runs in it.
        unsafe pa_threaded_mainloop_stop(loop)
        if let event = unsafe wakeupEvent { unsafe api.pointee.io_free(event) }
        unsafe pa_threaded_mainloop_free(loop)
    }

    /// This object as C callbacks get it: unretained, since the owner outlives them.
    var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// The object behind a callback's pointer.
    @safe static func from(_ pointer: UnsafeMutableRawPointer?) -> PulseEngine? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<PulseEngine>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Somebody posted a command, or frames have come that are waited for.
    private func attend() {
        shared.wakeup.clear()
        switch phase {
        case .ready:
            // Armed before looking, so that frames that come in between are not missed.
            shared.isHungry.store(renderer.isWaiting, ordering: .sequentiallyConsistent)
            if shared.hasCommands || renderer.canBegin { askTiming() }
            limitClosing()
        default: obey(Look(clock, at: .now))
        }
    }

    /// Asks the server where it stands; `step()` follows.
    func askTiming() {
        guard case .ready = phase, let stream = unsafe stream, let context = unsafe context else { return }
        guard !timing.isAsked else {
            timing.isWanted = true
            return
        }
        timing = (true, false)
        isLate = false
        unsafe answerTimer.arm(in: Self.answerLimit, on: context)
        let operation = unsafe pa_stream_update_timing_info(
            stream, { _, success, engine in PulseEngine.from(engine)?.gotTiming(success != 0) }, pointer)
        release(operation)
    }

    private func gotTiming(_ isFresh: Bool) {
        let wasWanted = timing.isWanted
        timing = (false, false)
        answerTimer.cancel()
        guard case .ready = phase, let stream = unsafe stream else { return }
        if isFresh, let info = unsafe pa_stream_get_timing_info(stream) {
            unsafe read(info.pointee)
            step()
        }
        if wasWanted { askTiming() }
    }

    /// The server has not said where it stands. It gets a little longer, once: when this process was stopped, time has
    /// passed and the answer lies there unread.
    private func missAnswer() {
        guard !isLate, let context = unsafe context else { return lose(words: "it does not answer") }
        isLate = true
        unsafe answerTimer.arm(in: .seconds(1), on: context)
    }

    private func read(_ info: pa_timing_info) {
        guard let stream = unsafe stream else { return }
        let rate = clock.sampleRate
        let isSuspended = unsafe pa_stream_is_suspended(stream) == 1
        // The answer describes the server as of `transport_usec` ago.
        let late = Int(clamping: info.sink_usec) - Int(clamping: info.transport_usec)
        clock.readFrame = max(0, Int(info.read_index)) / Self.frameSize
        clock.latency = isCorked ? 0 : late * rate / 1_000_000
        clock.at = .now
        clock.isRunning = !isCorked && !isSuspended
    }

    /// Bytes of a frame: two floats.
    static let frameSize = 8

    /// Gives back an operation that nobody waits for.
    @safe func release(_ operation: OpaquePointer?) {
        if let operation = unsafe operation { unsafe pa_operation_unref(operation) }
    }

    /// The library's own words for the last error.
    var words: String {
        guard let context = unsafe context else { return "no connection" }
        return unsafe String(cString: pa_strerror(pa_context_errno(context)))
    }
}
