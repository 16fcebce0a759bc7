import AudioDecoding
import AudioOutput
import Rings
import StreamInput

extension Player {
    /// Begins to play `station`; nothing else is being played.
    func openPipeline(for station: Station) {
        guard let network else { return }
        var station = station
        station.allowHTTP = station.allowHTTP || configuration.allowHTTP
        let number = number()
        let scope = StationPipeline.scope(of: station, number: number)
        let buffer = TimeShiftBuffer(limit: configuration.bufferLimit)
        let input = StreamInput(
            station: station, scope: scope, network: network, buffer: buffer, caFile: configuration.caFile,
            ledger: ledger, log: configuration.log.domain("input"), clock: clock, random: random,
            levels: { [weak self] in await self?.levels(of: scope) ?? StreamLevels() })
        let pipeline = StationPipeline(station: station, number: number, buffer: buffer, input: input)
        self.pipeline = pipeline
        lastVerdict = nil
        lastTransferError = nil
        hub.publish(.station(id: station.id, name: station.name))
        update { $0 = PlayerInputs(sink: $0.sink, hasSounded: $0.hasSounded) }
        pipeline.inputListener = listen(to: input.events, "stream events", scope: scope) { $0.handle($1, of: scope) }
        if hasEverSounded { input.markHeard() }
        Task { await input.start() }
        startSession(at: 0)
    }

    /// Leaves the station that is being played: silence at once, the rest ends by itself and is checked.
    func leavePipeline() {
        guard let old = pipeline else { return }
        output?.silence()
        markTimer?.cancel()
        resumeAt = nil
        pipeline = nil
        let id = number()
        farewells[id] = Task {
            await old.end()
            reportLeaks(of: old.scope)
            farewells[id] = nil
        }
    }

    /// Plays `station` instead of what is played now.
    func switchStation(to station: Station) {
        leavePipeline()
        openPipeline(for: station)
    }

    /// Says which timers and listeners of a station that has ended are still there.
    func reportLeaks(of scope: String) {
        let left = ledger.settle(station: scope)
        guard !left.isEmpty else { return }
        let names = left.map { "\($0.count) × \($0.entry)" }.joined(separator: ", ")
        hub.publish(.warning(code: "leak", message: "a station was left and these were not ended: \(names)"))
        assertionFailure("leak: \(names)")
    }

    /// Lets the session that decodes now end by itself.
    private func retireSession(of pipeline: StationPipeline) {
        guard let old = pipeline.session, let listener = pipeline.sessionListener else { return }
        pipeline.measuredRate = pipeline.bytesPerSecond
        old.cancel()
        let id = number()
        farewells[id] = Task {
            await old.join()
            await listener.value
            farewells[id] = nil
        }
    }

    /// Decodes from byte `position` on; the output goes over to it as soon as it has frames. While there is no output,
    /// the next one begins there.
    func startSession(at position: Int) {
        resumeAt = output == nil ? position : nil
        guard let pipeline, let outputFormat else { return }
        retireSession(of: pipeline)
        let id = number()
        let session = DecodeSession(
            id: id, buffer: pipeline.buffer, from: position, preamble: pipeline.input.preamble(at: position),
            output: outputFormat, gain: pipeline.gain, log: configuration.log.domain("decoder"), clock: clock
        ) { [weak output] in output?.wake() }
        pipeline.session = session
        pipeline.sessionStart = position
        pipeline.source = nil
        pipeline.reserveControl.restart()
        let (inForce, watch) = pipeline.marks.beginSession(at: position)
        pipeline.titleAtStart = inForce
        for position in watch { session.watch(bytePosition: position) }
        let scope = pipeline.scope
        pipeline.sessionListener = listen(to: session.events, "decoder events", scope: scope) {
            await $0.handle($1, of: id)
        }
        session.start()
    }
}
