import CPulse
import RadioCore

/// The stream's volume, as any mixer shows it.
extension PulseEngine {
    // Safe: context and stream are used on the loop's thread alone, from when they were made until `disconnect()`; libpulse
    // copies what it is handed before each call returns.

    /// Volumes in the server's measure: its own scale is the perceptual one, 65536 for 100 percent.
    func serverVolume(of percent: Int) -> pa_cvolume { serverVolume(of: Float(percent)) }

    private func serverVolume(of percent: Float) -> pa_cvolume {
        var volume = pa_cvolume()
        unsafe pa_cvolume_set(&volume, 2, pa_volume_t((percent * 655.36).rounded()))
        return volume
    }

    /// Goes to `new`: the volume in small steps, muting by a fade of the samples.
    ///
    /// - Parameter cut: The sink frame from which on what is queued is rewritten.
    func change(to new: Volume, cut: Int) {
        let old = volume
        volume = new
        if new.percent != old.percent { startGlide(from: Float(old.percent), to: Float(new.percent)) }
        guard new.isMuted != old.isMuted else { return }
        renderer.isMuted = new.isMuted
        muteFrame = nil
        if new.isMuted {
            muteFrame = cut + renderer.fades.pause
        } else {
            // What is heard until the fade-in is zeros.
            tellServer(isMuted: false)
        }
    }

    private func startGlide(from: Float, to: Float) {
        glide = VolumeGlide(from: glidePercent ?? from, to: to)
        stepGlide()
    }

    /// Takes the next small step.
    func stepGlide() {
        guard let context = unsafe context, let stream = unsafe stream, var glide, case .ready = phase else { return }
        guard let percent = glide.next() else {
            self.glide = nil
            glidePercent = nil
            return
        }
        self.glide = glide
        glidePercent = percent
        var volume = serverVolume(of: percent)
        release(unsafe pa_context_set_sink_input_volume(context, pa_stream_get_index(stream), &volume, nil, nil))
        unsafe glideTimer.arm(in: VolumeGlide.interval, on: context)
    }

    /// Mutes the stream once its fade-out has been heard.
    func settleMute(_ look: Look) {
        guard let frame = muteFrame, look.heard >= frame || isCorked else { return }
        muteFrame = nil
        tellServer(isMuted: true)
    }

    private func tellServer(isMuted: Bool) {
        guard let context = unsafe context, let stream = unsafe stream else { return }
        release(
            unsafe pa_context_set_sink_input_mute(context, pa_stream_get_index(stream), isMuted ? 1 : 0, nil, nil))
    }

    /// Asks to be told when somebody else changes the stream.
    func watch() {
        guard let context = unsafe context else { return }
        watching = ledger.listener("pulse-mixer")
        unsafe pa_context_set_subscribe_callback(
            context, { _, _, index, engine in PulseEngine.from(engine)?.noticeChange(of: index) }, pointer)
        release(unsafe pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK_INPUT, nil, nil))
    }

    private func noticeChange(of index: UInt32) {
        guard case .ready = phase, let context = unsafe context, let stream = unsafe stream,
            unsafe pa_stream_get_index(stream) == index
        else { return }
        release(
            unsafe pa_context_get_sink_input_info(
                context, index,
                { _, info, _, engine in
                    guard var volume = unsafe info?.pointee.volume, let muted = unsafe info?.pointee.mute else {
                        return
                    }
                    let percent = unsafe (Float(pa_cvolume_avg(&volume)) / 655.36).rounded()
                    PulseEngine.from(engine)?.adopt(Volume(percent: Int(percent), isMuted: muted != 0))
                }, pointer))
    }

    /// Takes over what somebody else has set, unless it is a step of our own.
    private func adopt(_ new: Volume) {
        guard glide == nil, muteFrame == nil, new != volume else { return }
        let isMuteChanged = new.isMuted != volume.isMuted
        volume = new
        shared.continuation.yield(.volume(new))
        // The samples follow, so that unmuting is a fade-in whoever does it.
        if isMuteChanged {
            foreignMute = new.isMuted
            askTiming()
        }
    }

    /// Follows muting by somebody else in the samples.
    func followMute(_ look: Look) {
        guard let isMuted = foreignMute else { return }
        foreignMute = nil
        rewind(look)
        renderer.isMuted = isMuted
    }
}
