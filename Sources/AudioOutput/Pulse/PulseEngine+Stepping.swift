import CPulse
import RadioCore
import Synchronization

/// Where things stand during one `step()`.
struct Look {
    /// The sink frame that is heard.
    let heard: Int
    /// The sink frame that the server hands on next.
    let read: Int
    /// The first sink frame that can still be changed.
    let cut: Int

    /// As `clock` has it for `now`.
    init(_ clock: SinkClock, at now: SuspendingClock.Instant) {
        heard = clock.heardFrame(at: now)
        read = clock.readFrame(at: now)
        cut = clock.firstChangeable(at: now)
    }
}

/// What happens whenever the server has said where it stands.
extension PulseEngine {
    /// What is queued at the server at most.
    private static var queueSeconds: Int { 2 }

    /// One look at everything.
    func step() {
        let look = Look(clock, at: .now)
        obey(look)
        guard case .ready = phase else { return }
        followMute(look)
        fill(look)
        let events = due(look)
        settle(look)
        publish()
        for event in events { shared.continuation.yield(event) }
        // Frames that came just before the flag was set have rung nobody.
        if renderer.canBegin { askTiming() }
    }

    /// What has been heard since the last look; its frames go back to the decoder.
    private func due(_ look: Look) -> [OutputEvent] {
        var events: [OutputEvent] = []
        while let event = renderer.takeEvent(upTo: look.heard) { events.append(event) }
        renderer.releaseHeard(before: look.heard - clock.sampleRate / 20)
        return events
    }

    // MARK: Commands

    /// Does what was asked since the last look.
    func obey(_ look: Look) {
        let commands = shared.take()
        for command in commands { obey(command, look) }
        if case .ready = phase { return }
        if !commands.isEmpty { publish() }
    }

    private func obey(_ command: OutputCommand, _ look: Look) {
        switch command {
        case .open(let continuation): open(continuation)
        case .title(let title): show(title)
        case .volume(let new): changeVolume(to: new, look)
        case .close(let continuation):
            rewind(look)
            renderer.silence()
            close(continuation)
        case .play(let source, let frame, let minimum):
            rewind(look)
            renderer.play(source, from: frame, minimum: max(minimum, leastMinimum))
        case .silence:
            rewind(look)
            renderer.silence()
        case .pause:
            rewind(look)
            renderer.pause()
        case .resume:
            rewind(look)
            renderer.resume()
        case .resumeAfterStarving(let minimum):
            rewind(look)
            renderer.resumeAfterStarving(minimum: max(minimum, leastMinimum))
        }
    }

    /// Frames that a source must have to begin: enough to notice in time that no more come, and to fade out.
    private var leastMinimum: Int { clock.sampleRate / 5 }

    private func changeVolume(to new: Volume, _ look: Look) {
        guard case .ready = phase else {
            volume = new
            return
        }
        if new.isMuted != volume.isMuted { rewind(look) }
        change(to: new, cut: renderer.timeline.end)
    }

    private func show(_ title: String) {
        self.title = title
        guard case .ready = phase, let stream = unsafe stream else { return }
        release(unsafe pa_stream_set_name(stream, title, nil, nil))
        let properties = unsafe pa_proplist_new()
        unsafe pa_proplist_sets(properties, PA_PROP_MEDIA_TITLE, title)
        release(unsafe pa_stream_proplist_update(stream, PA_UPDATE_REPLACE, properties, nil, nil))
        unsafe pa_proplist_free(properties)
    }

    /// Goes back to the first frame that can still be changed.
    func rewind(_ look: Look) {
        guard case .ready = phase else { return }
        if renderer.isSounding, renderer.soundEnd < look.cut { renderer.starve() }
        if look.cut < renderer.timeline.end || !renderer.isSounding { renderer.rewind(to: look.cut) }
        isRewriting = true
    }

    // MARK: Frames

    /// Hands the server what it should have by now.
    private func fill(_ look: Look) {
        prepare(look)
        let target = max(look.read + Self.queueSeconds * clock.sampleRate, writtenEnd)
        shared.isHungry.store(renderer.isWaiting, ordering: .releasing)
        if isRewriting {
            // What is heard next has to be there in time, and leaves only when the loop goes on: the rest follows at
            // once. Until then the server holds nothing behind this.
            isRewriting = false
            write(upTo: min(target, renderer.timeline.end + clock.sampleRate / 5), endsDry: false)
            return askTiming()
        }
        write(upTo: target, endsDry: false)
        if renderer.isSounding, renderer.soundEnd - look.heard < dryMargin { closeDry(look) }
        writeSilence()
        shared.isHungry.store(renderer.isWaiting, ordering: .releasing)
    }

    /// Puts the renderer to where the next frame of sound can go.
    private func prepare(_ look: Look) {
        if renderer.isSounding, renderer.soundEnd < look.cut { renderer.starve() }
        guard renderer.hasSound, renderer.soundEnd < renderer.timeline.end || renderer.timeline.end < look.cut else {
            return
        }
        renderer.rewind(to: max(renderer.soundEnd, look.cut))
    }

    /// Sound that must be queued ahead of the ear, or the source counts as dry: the time that a fade-out takes to be
    /// heard, and some more.
    private var dryMargin: Int { clock.sampleRate * 3 / 20 }

    /// Turns the last of what is queued into a fade-out, since no more has come.
    private func closeDry(_ look: Look) {
        let soundEnd = renderer.soundEnd
        renderer.rewind(to: max(look.cut, soundEnd - renderer.fades.end))
        // One frame more than there can be, so that the end is noticed.
        write(upTo: max(soundEnd, look.cut) + 1, endsDry: true)
    }

    /// Renders straight into the server's memory until `limit`, or until there is nothing to render.
    private func write(upTo limit: Int, endsDry: Bool) {
        while renderer.timeline.end < limit {
            let start = renderer.timeline.end
            let made = unsafe lend(limit - start) { buffer, frames in
                unsafe renderer.render(into: buffer, frames: frames, endsDry: endsDry)
            }
            if made == 0 { return }
        }
    }

    /// Overwrites what is left of older sound, so that it can never be heard.
    private func writeSilence() {
        while renderer.timeline.end < writtenEnd {
            let made = unsafe lend(writtenEnd - renderer.timeline.end) { buffer, frames in
                unsafe buffer.update(repeating: 0, count: frames * 2)
                renderer.appendSilence(frames)
                return frames
            }
            if made == 0 { return }
        }
    }

    /// Lends a piece of the server's memory for the next frames, and hands over what `body` made of it.
    private func lend(_ wanted: Int, _ body: (UnsafeMutablePointer<Float>, Int) -> Int) -> Int {
        guard let stream = unsafe stream else { return 0 }
        let start = renderer.timeline.end
        var memory: UnsafeMutableRawPointer?
        var bytes = wanted * Self.frameSize
        guard unsafe pa_stream_begin_write(stream, &memory, &bytes) == 0, let memory = unsafe memory else { return 0 }
        let frames = min(wanted, bytes / Self.frameSize)
        // Safe: the server lends `bytes` bytes, aligned for any sample.
        let made = unsafe body(memory.assumingMemoryBound(to: Float.self), frames)
        guard made > 0 else {
            unsafe pa_stream_cancel_write(stream)
            return 0
        }
        unsafe pa_stream_write(
            stream, memory, made * Self.frameSize, nil, Int64(start * Self.frameSize), PA_SEEK_ABSOLUTE)
        writtenEnd = max(writtenEnd, start + made)
        return made
    }

    // MARK: Afterwards

    /// Lets the stream run while there is sound to be heard, mutes, ends, and looks again when something is due.
    private func settle(_ look: Look) {
        settleMute(look)
        let isBusy = renderer.soundEnd > look.heard || renderer.timeline.nextMark != nil
        if isBusy == isCorked { cork(!isBusy, look) }
        guard let context = unsafe context else { return }
        // Not from within a callback of what it frees.
        if !closing.isEmpty, !isBusy { return unsafe limitTimer.arm(in: .zero, on: context) }
        if isBusy, clock.isRunning {
            unsafe stepTimer.arm(in: nextLook(look), on: context)
        } else {
            stepTimer.cancel()
        }
    }

    private func cork(_ isCorked: Bool, _ look: Look) {
        guard let stream = unsafe stream else { return }
        self.isCorked = isCorked
        release(unsafe pa_stream_cork(stream, isCorked ? 1 : 0, nil, nil))
        // Where it stands from now on, the server has to say.
        clock = SinkClock(sampleRate: clock.sampleRate, readFrame: look.heard, at: clock.at)
        askTiming()
    }

    /// How long nothing has to be done.
    private func nextLook(_ look: Look) -> Duration {
        var frames = renderer.soundEnd - look.heard
        if renderer.isSounding {
            let spare = frames - dryMargin
            // Frames may come without a request from the server, which has asked already: look again half way.
            frames = isFull(look) ? spare : max(spare / 2, clock.sampleRate / 50)
        }
        if let mark = renderer.timeline.nextMark { frames = min(frames, mark.sinkFrame - look.heard) }
        if let muteFrame { frames = min(frames, muteFrame - look.heard) }
        let format = AudioFormat(sampleRate: clock.sampleRate, channels: 2)
        return format.duration(ofFrames: max(0, frames)) + .milliseconds(1)
    }

    /// Whether the server holds all that it should.
    private func isFull(_ look: Look) -> Bool {
        renderer.timeline.end >= look.read + (Self.queueSeconds - 1) * clock.sampleRate
    }

    /// Shows other threads where things stand.
    func publish() {
        shared.publish(OutputShared.Snapshot(map: renderer.map, clock: clock))
    }
}
