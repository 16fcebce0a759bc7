import CPulse
import RadioCore

/// From nothing to a corked stream.
extension PulseEngine {
    // Safe: context and stream are used on the loop's thread alone, from when they were made until `disconnect()`; libpulse
    // copies what it is handed before each call returns.

    /// How long the server may take to answer.
    private static var openLimit: Duration { .seconds(5) }

    /// Connects to the server; the continuation is resumed once the stream stands or something went wrong.
    func open(_ continuation: CheckedContinuation<Result<AudioFormat?, OutputError>, Never>) {
        guard case .idle = phase else {
            continuation.resume(returning: .failure(OutputError(.refused, subject: "output", words: "opened twice")))
            return
        }
        phase = .connecting(continuation)
        let properties = unsafe pa_proplist_new()
        unsafe pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "RadioSpiral")
        unsafe pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "net.radiospiral.player")
        unsafe pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "multimedia-player")
        unsafe context = pa_context_new_with_proplist(api, "RadioSpiral", properties)
        unsafe pa_proplist_free(properties)
        guard let context = unsafe context else { return fail(.noServer, words: "out of memory") }
        unsafe pa_context_set_state_callback(
            context, { _, engine in PulseEngine.from(engine)?.contextChanged() }, pointer)
        unsafe limitTimer.arm(in: Self.openLimit, on: context)
        if unsafe pa_context_connect(context, nil, PA_CONTEXT_NOFLAGS, nil) < 0 { fail(.noServer, words: words) }
    }

    private func contextChanged() {
        guard let context = unsafe context else { return }
        switch unsafe pa_context_get_state(context) {
        case PA_CONTEXT_READY: findDevice()
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            if case .ready = phase { lose(words: words) } else { fail(.noServer, words: words) }
        default: break
        }
    }

    /// Looks the device up first, since a stream on an unknown one fails without saying which there are.
    private func findDevice() {
        watch()
        guard let context = unsafe context, let device else { return connectStream() }
        release(
            unsafe pa_context_get_sink_info_by_name(
                context, device,
                { _, info, end, engine in
                    guard let engine = PulseEngine.from(engine) else { return }
                    if unsafe info != nil { engine.connectStream() } else if end < 0 { engine.listDevices() }
                }, pointer))
    }

    /// Collects the names of all sinks, for the sentence that says which there are.
    private func listDevices() {
        guard let context = unsafe context else { return }
        knownDevices = []
        release(
            unsafe pa_context_get_sink_info_list(
                context,
                { _, info, end, engine in
                    guard let engine = PulseEngine.from(engine) else { return }
                    if let name = unsafe info?.pointee.name { unsafe engine.knownDevices.append(String(cString: name)) }
                    if end != 0 { engine.fail(.noSuchDevice(known: engine.knownDevices), words: "no such sink") }
                }, pointer))
    }

    private func connectStream() {
        guard case .connecting = phase, unsafe stream == nil, let context = unsafe context else { return }
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: 48_000, channels: 2)
        let properties = unsafe pa_proplist_new()
        unsafe pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
        // A name of our own: by its role the stream would share volume and device with every music player.
        unsafe pa_proplist_sets(properties, "module-stream-restore.id", "radiospiral")
        unsafe stream = pa_stream_new_with_proplist(context, title ?? "RadioSpiral", &format, nil, properties)
        unsafe pa_proplist_free(properties)
        guard let stream = unsafe stream else { return fail(.refused, words: words) }
        unsafe listen(to: stream)
        // Two seconds, asked for by the second, started by us alone.
        var buffering = pa_buffer_attr(
            maxlength: CPulse_serverDecides, tlength: UInt32(2 * 48_000 * Self.frameSize), prebuf: 0,
            minreq: UInt32(48_000 * Self.frameSize), fragsize: CPulse_serverDecides)
        var volume = serverVolume(of: self.volume.percent)
        let muted = self.volume.isMuted ? PA_STREAM_START_MUTED : PA_STREAM_START_UNMUTED
        renderer.isMuted = self.volume.isMuted
        let flags = PA_STREAM_START_CORKED.rawValue | PA_STREAM_FIX_RATE.rawValue | muted.rawValue
        let status = unsafe pa_stream_connect_playback(
            stream, device, &buffering, pa_stream_flags_t(flags), &volume, nil)
        if status < 0 { fail(.refused, words: words) }
    }

    private func listen(to stream: OpaquePointer) {
        unsafe pa_stream_set_state_callback(stream, { _, engine in PulseEngine.from(engine)?.streamChanged() }, pointer)
        unsafe pa_stream_set_write_callback(stream, { _, _, engine in PulseEngine.from(engine)?.askTiming() }, pointer)
        unsafe pa_stream_set_moved_callback(stream, { _, engine in PulseEngine.from(engine)?.moved() }, pointer)
        unsafe pa_stream_set_suspended_callback(stream, { _, engine in PulseEngine.from(engine)?.askTiming() }, pointer)
    }

    private func streamChanged() {
        guard let stream = unsafe stream else { return }
        switch unsafe pa_stream_get_state(stream) {
        case PA_STREAM_READY: unsafe streamStands(stream)
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
            if case .ready = phase { lose(words: words) } else { fail(.refused, words: words) }
        default: break
        }
    }

    private func streamStands(_ stream: OpaquePointer) {
        guard case .connecting(let continuation) = phase, let spec = unsafe pa_stream_get_sample_spec(stream) else {
            return
        }
        limitTimer.cancel()
        phase = .ready
        let rate = unsafe Int(spec.pointee.rate)
        clock = SinkClock(sampleRate: rate, at: .now)
        renderer.fades = .audible(sampleRate: rate)
        continuation.resume(returning: .success(AudioFormat(sampleRate: rate, channels: 2)))
        askTiming()
    }

    /// The user has moved the stream to another sink, or the server has.
    private func moved() {
        guard let stream = unsafe stream, let name = unsafe pa_stream_get_device_name(stream) else { return }
        unsafe shared.continuation.yield(.moved(device: String(cString: name)))
        askTiming()
    }
}
