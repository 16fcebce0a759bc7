import AudioDecoding
import AudioOutput
import Rings
import StationMetadata
import StreamInput

extension Player {
    /// How long to wait for a sound server before the next try: at first, and at most.
    static let outputRetry = (first: Duration.milliseconds(250), longest: Duration.seconds(5))

    /// Opens the output, trying again until there is one or the listener's patience ends.
    func openOutput() async {
        let elapsed = Self.stopwatch(clock)
        var device = wantedDevice
        var wait = Self.outputRetry.first
        while !Task.isCancelled {
            let output = makeOutput(device: device)
            opening = output
            do {
                let format = try await output.open()
                opening = nil
                guard ending == nil else { return await output.close() }
                return adopt(output, format)
            } catch {
                await output.close()
                guard keepTrying(after: error, within: elapsed()) else { return }
                // Only a player that has sounded goes on here: its device was unplugged, and the sound follows.
                if case .noSuchDevice = error.kind { device = nil }
            }
            guard (try? await ledger.sleep("sound server retry", for: wait, clock: clock)) != nil else { return }
            wait = min(Self.outputRetry.longest, wait * 2)
        }
    }

    /// How long ago this was called, by `clock`.
    private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// The device that was asked for.
    private var wantedDevice: String? {
        if case .pulse(let device) = configuration.output { device } else { nil }
    }

    private func makeOutput(device: String?) -> any AudioOutput {
        switch configuration.output {
        case .pulse: PulseOutput(device: device, volume: volume, ledger: ledger)
        case .null: PacedOutput.null(volume: volume, clock: clock, ledger: ledger)
        case .wav(let path): PacedOutput.wav(path: path, volume: volume, clock: clock, ledger: ledger)
        case .pipe(let path): PacedOutput.pipe(path: path, volume: volume, clock: clock, ledger: ledger)
        }
    }

    private func adopt(_ output: any AudioOutput, _ format: AudioFormat?) {
        self.output = output
        outputFormat = format.map { .fixed($0) } ?? .source
        outputListener = listen(to: output.events, "output events") { $0.handle($1) }
        // What changed while it was being opened, and what the one before it showed.
        output.setVolume(volume)
        if let text = pipeline?.board.current?.text { output.setTitle(text) }
        startSession(at: resumeAt ?? pipeline?.buffer.held.lowerBound ?? 0)
        update { $0.sink = .working }
    }

    /// Whether another try makes sense; ends the player where it does not.
    private func keepTrying(after error: OutputError, within elapsed: Duration) -> Bool {
        if hasEverSounded { return true }
        switch error.kind {
        case .noSuchDevice:
            fail(.noSound, status: 74, code: "no-such-device", "\(error)")
        case .cannotCreate:
            fail(.output, status: 73, code: "cannot-create", "\(error)")
        default:
            guard let patience = configuration.soundGiveUp, elapsed >= patience else { return true }
            fail(.noSound, status: 74, code: "no-sound-server", "\(error)")
        }
        return false
    }

    /// Takes what the output tells.
    func handle(_ event: OutputEvent) {
        guard ending == nil else { return }
        switch event {
        case .started(let id): if isCurrent(id) { heard(id) }
        case .resumed(let id): if isOfPipeline(id) { resumed(id) }
        case .paused(let id, _): fellSilent(id)
        case .starved(let id): starved(id)
        case .finished(let id): finished(id)
        case .volume(let volume): adopt(volume)
        case .moved(let device): configuration.log.domain("output")(.info, "moved to \(device)")
        case .blocked(let error): blocked(error)
        case .unblocked: unblocked()
        case .lost(let error): lost(error)
        }
    }

    private func isCurrent(_ source: Int) -> Bool { pipeline?.source?.id == source }

    /// Whether the source is the current one, or one before it of the same station, that sounds until that is ready.
    private func isOfPipeline(_ source: Int) -> Bool { pipeline.map { source > $0.number } ?? false }

    /// Nothing is heard of the source any more.
    private func fellSilent(_ source: Int, reason: String? = nil) {
        guard soundingSource == source else { return }
        soundingSource = nil
        guard isOfPipeline(source) else { return }
        update(reason: reason) { $0.isSounding = false }
    }

    /// The first frame of the current source is heard.
    private func heard(_ source: Int) {
        guard let pipeline else { return }
        soundingSource = source
        if pipeline.liveDistance == nil, let position = heardPosition {
            pipeline.liveDistance = max(0, pipeline.buffer.held.upperBound - position)
        }
        pipeline.input.markHeard()
        update {
            $0.isSounding = true
            $0.hasSounded = true
        }
        if pipeline.titleAtStart != nil || !pipeline.marks.hasPending { show(pipeline.titleAtStart) }
        scheduleMarks()
    }

    private func resumed(_ source: Int) {
        soundingSource = source
        pipeline?.reserveControl.restart()
        update { $0.isSounding = true }
        scheduleMarks()
    }

    private func starved(_ id: Int) {
        fellSilent(id, reason: "the reserve ran out")
        guard let pipeline, let source = pipeline.source, source.id == id else { return }
        pipeline.underruns += 1
        let format = AudioFormat(sampleRate: source.sampleRate, channels: source.channels)
        output?.resumeAfterStarving(minimumFrames: format.frames(in: Self.rebuffer))
    }

    private func finished(_ id: Int) {
        if isCurrent(id), inputs.transfer == .ended { return end(.end, status: 0) }
        fellSilent(id)
    }

    private func adopt(_ volume: Volume) {
        guard volume != self.volume else { return }
        self.volume = volume
        hub.publish(.volume(volume))
    }

    /// The file has no more room, or the FIFO no reader. The place is kept, and the output goes on by itself.
    private func blocked(_ error: OutputError) {
        hub.publish(.error(code: "output", message: "\(error)"))
        update(reason: "\(error)") {
            $0.sink = .blocked
            $0.isSounding = false
        }
    }

    private func unblocked() {
        let isHeard = soundingSource.map(isOfPipeline) ?? false
        update {
            $0.sink = .working
            $0.isSounding = isHeard && $0.intent == .play
        }
    }

    /// The output is gone. A file that could never be written ends the player, a sound server comes back.
    private func lost(_ error: OutputError) {
        switch error.kind {
        case .readerGone: return end(.stdoutClosed, status: 0)
        case .writeFailed: return fail(.output, status: 74, code: "output", "\(error)")
        default: break
        }
        hub.publish(.warning(code: "sound-server-lost", message: "\(error)"))
        guard let old = output else { return }
        update(reason: "\(error)") {
            $0.sink = .lost
            $0.isSounding = false
        }
        soundingSource = nil
        resumeAt = heardPosition ?? pipeline?.sessionStart
        output = nil
        let (id, listener) = (number(), outputListener)
        farewells[id] = Task {
            await old.close()
            await listener?.value
            farewells[id] = nil
        }
        outputTask = Task { await self.openOutput() }
    }
}
