import AudioDecoding
import AudioOutput
import Rings
import StationMetadata
import StreamInput

extension Player {
    /// How long to wait for a sound server before the next try.
    static let outputRetry = Duration.milliseconds(500)

    /// Opens the output, trying again until there is one or the listener's patience ends.
    func openOutput() async {
        let began = SuspendingClock.now
        while !Task.isCancelled {
            let output = makeOutput()
            opening = output
            do {
                let format = try await output.open()
                opening = nil
                guard ending == nil else { return await output.close() }
                return adopt(output, format)
            } catch {
                await output.close()
                guard keepTrying(after: error, since: began) else { return }
            }
            guard (try? await ledger.sleep("sound server retry", for: Self.outputRetry, clock: clock)) != nil else {
                return
            }
        }
    }

    private func makeOutput() -> any AudioOutput {
        switch configuration.output {
        case .pulse(let device): PulseOutput(device: device, volume: volume, ledger: ledger)
        case .null: PacedOutput.null(volume: volume, clock: clock, ledger: ledger)
        case .wav(let path): PacedOutput.wav(path: path, volume: volume, clock: clock, ledger: ledger)
        case .pipe(let path): PacedOutput.pipe(path: path, volume: volume, clock: clock, ledger: ledger)
        }
    }

    private func adopt(_ output: any AudioOutput, _ format: AudioFormat?) {
        self.output = output
        outputFormat = format.map { .fixed($0) } ?? .source
        outputListener = listen(to: output.events, "output events") { $0.handle($1) }
        startSession(at: resumeAt ?? pipeline?.buffer.held.lowerBound ?? 0)
        resumeAt = nil
    }

    /// Whether another try makes sense; ends the player where it does not.
    private func keepTrying(after error: OutputError, since began: SuspendingClock.Instant) -> Bool {
        if hasEverSounded { return true }
        switch error.kind {
        case .noSuchDevice:
            fail(.noSound, status: 74, code: "no-such-device", "\(error)")
        case .cannotCreate:
            fail(.output, status: 73, code: "cannot-create", "\(error)")
        default:
            guard let patience = configuration.soundGiveUp, SuspendingClock.now - began >= patience else { return true }
            fail(.noSound, status: 74, code: "no-sound-server", "\(error)")
        }
        return false
    }

    /// Takes what the output tells.
    func handle(_ event: OutputEvent) {
        guard ending == nil else { return }
        switch event {
        case .started(let id): if isCurrent(id) { heard() }
        case .resumed: resumed()
        case .paused: update { $0.isSounding = false }
        case .starved(let id): if isCurrent(id) { starved() }
        case .finished(let id): if isCurrent(id) { finished() }
        case .volume(let volume): adopt(volume)
        case .moved(let device): configuration.log.domain("output")(.info, "moved to \(device)")
        case .lost(let error): lost(error)
        }
    }

    private func isCurrent(_ source: Int) -> Bool { pipeline?.source?.id == source }

    /// The first frame of the current source is heard.
    private func heard() {
        guard let pipeline else { return }
        if pipeline.liveDistance == nil, let position = heardPosition {
            pipeline.liveDistance = max(0, pipeline.buffer.held.upperBound - position)
        }
        hasEverSounded = true
        Task { [input = pipeline.input] in await input.markHeard() }
        update {
            $0.isSounding = true
            $0.hasSounded = true
        }
        if pipeline.titleAtStart != nil || !pipeline.titles.hasPending { show(pipeline.titleAtStart) }
        scheduleTitles()
    }

    private func resumed() {
        update { $0.isSounding = true }
        scheduleTitles()
    }

    private func starved() {
        guard let pipeline, let source = pipeline.source else { return }
        pipeline.underruns += 1
        update(reason: "the reserve ran out") { $0.isSounding = false }
        let format = AudioFormat(sampleRate: source.sampleRate, channels: source.channels)
        output?.resumeAfterStarving(minimumFrames: format.frames(in: Self.rebuffer))
    }

    private func finished() {
        guard inputs.transfer == .ended else { return }
        end(.end, status: 0)
    }

    private func adopt(_ volume: Volume) {
        guard volume != self.volume else { return }
        self.volume = volume
        hub.publish(.volume(volume))
    }

    /// The output is gone. A file that cannot be written ends the player, a sound server comes back.
    private func lost(_ error: OutputError) {
        switch error.kind {
        case .readerGone: return end(.stdoutClosed, status: 0)
        case .writeFailed: return fail(.output, status: 74, code: "output", "\(error)")
        default: break
        }
        hub.publish(.warning(code: "sound-server-lost", message: "\(error)"))
        guard let old = output else { return }
        update(reason: "\(error)") { $0.isSounding = false }
        resumeAt = heardPosition
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
