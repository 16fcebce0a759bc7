import AudioDecoding
import AudioOutput
import Rings
import StreamInput

extension Player {
    /// Carries out `command`, or says why not.
    public func perform(_ command: PlayerCommand) async throws(CommandRefusal) {
        guard isStarted, ending == nil else { throw CommandRefusal("the player is not running") }
        switch command {
        case .pause: pause()
        case .resume: resume()
        case .toggle: inputs.intent == .pause ? resume() : pause()
        case .switchTo(let id): try change(to: configuration.stations.first { $0.id == id }, named: id)
        case .switchToNumber(let number): try change(toIndex: number - 1)
        case .next: try step(by: 1)
        case .previous: try step(by: -1)
        case .setVolume(let percent): setVolume(Volume(percent: percent, isMuted: volume.isMuted))
        case .changeVolume(let by): setVolume(Volume(percent: volume.percent + by, isMuted: volume.isMuted))
        case .mute(let muted): setVolume(Volume(percent: volume.percent, isMuted: muted ?? !volume.isMuted))
        case .back(let duration): try move(by: .zero - duration)
        case .forward(let duration): try move(by: duration)
        case .live: try goLive()
        case .quit: end(.quit, status: 0)
        }
    }

    // MARK: Pause

    private func pause() {
        guard inputs.intent == .play else { return }
        output?.pause()
        markTimer?.cancel()
        pipeline?.input.setListenerPaused(true)
        update { $0.intent = .pause }
    }

    private func resume() {
        guard inputs.intent == .pause else { return }
        pipeline?.input.setListenerPaused(false)
        // With frames in hand the output tells when they are heard; only without any is there a wait to be told of.
        let tellsItself = output != nil && pipeline?.source != nil && inputs.hasSounded
        if tellsItself { inputs.intent = .play } else { update { $0.intent = .play } }
        guard inputs.transfer == .full, let pipeline else { return output?.resume() ?? () }
        rejoinLive(pipeline)
    }

    /// A pause that outlasted what can be held: the place is lost, so go on with what is sent now.
    private func rejoinLive(_ pipeline: StationPipeline) {
        tellRejoined()
        let end = pipeline.buffer.held.upperBound
        pipeline.buffer.discard(before: end)
        startSession(at: end)
        Task { [input = pipeline.input] in await input.resumeAfterFull() }
    }

    // MARK: Stations

    private func change(to station: Station?, named name: String) throws(CommandRefusal) {
        guard let station else { throw CommandRefusal("there is no station \"\(name)\" in the list") }
        guard !station.streams.isEmpty else {
            throw CommandRefusal("\(station.name) gives no stream address, and its server cannot be asked for one yet")
        }
        switchStation(to: station)
    }

    private func change(toIndex index: Int) throws(CommandRefusal) {
        guard configuration.stations.indices.contains(index) else {
            throw CommandRefusal("there is no station number \(index + 1)")
        }
        try change(to: configuration.stations[index], named: "\(index + 1)")
    }

    /// Goes `step` stations on in the list, passing over those that cannot be played.
    private func step(by step: Int) throws(CommandRefusal) {
        let playable = configuration.stations.filter { !$0.streams.isEmpty }
        guard !playable.isEmpty else { throw CommandRefusal("there is no station list to step through") }
        let current = playable.firstIndex { $0.id == pipeline?.station.id }
        let start = current ?? (step > 0 ? -1 : playable.count)
        switchStation(to: playable[((start + step) % playable.count + playable.count) % playable.count])
    }

    // MARK: Volume

    private func setVolume(_ volume: Volume) {
        guard volume != self.volume else { return }
        self.volume = volume
        output?.setVolume(volume)
        hub.publish(.volume(volume))
    }

    // MARK: Moving in what is held

    /// The byte that is heard now, or that will be next: after a step, or once there is a sound server again.
    private var place: Int? {
        heardPosition ?? resumeAt ?? pipeline.flatMap { $0.measuredRate == nil ? nil : $0.sessionStart }
    }

    private func move(by duration: Duration) throws(CommandRefusal) {
        guard let pipeline, let heard = place, let step = pipeline.bytes(in: duration) else {
            throw CommandRefusal("nothing is held yet to move in")
        }
        let held = pipeline.buffer.held
        let target = max(held.lowerBound, heard + step)
        if duration > .zero, target >= livePosition(pipeline) { return try goLive() }
        guard target != heard else { throw CommandRefusal("nothing older is held") }
        jump(to: target)
    }

    private func goLive() throws(CommandRefusal) {
        guard let pipeline, let heard = place else { throw CommandRefusal("nothing is held yet to move in") }
        // What is newest in here was live when the transfer was closed, hours ago maybe.
        if inputs.transfer == .full { return inputs.intent == .pause ? resume() : rejoinLive(pipeline) }
        let live = livePosition(pipeline)
        guard live > heard + (pipeline.bytes(in: .seconds(1)) ?? 0) else {
            if inputs.intent == .pause { resume() }
            return
        }
        jump(to: live)
    }

    /// The byte that is as far from the newest as the ear was when the stream was first heard.
    private func livePosition(_ pipeline: StationPipeline) -> Int {
        max(pipeline.buffer.held.lowerBound, pipeline.buffer.held.upperBound - (pipeline.liveDistance ?? 0))
    }

    /// Goes on at byte `position`; a paused player plays again, from there at once.
    private func jump(to position: Int) {
        inputs.intent = .play
        pipeline?.input.setListenerPaused(false)
        startSession(at: position)
        guard inputs.transfer == .full, let pipeline else { return }
        // Behind what is held the sound goes on live; that is told when it is heard.
        _ = pipeline.marks.add(.rejoined, at: pipeline.buffer.held.upperBound)
        pipeline.session?.watch(bytePosition: pipeline.buffer.held.upperBound)
        Task { [input = pipeline.input] in await input.resumeAfterFull() }
    }

    /// Tells that the place was lost.
    func tellRejoined() {
        hub.publish(
            .warning(
                code: "rejoined-live",
                message: "The pause was longer than what can be held, so the sound goes on live."))
    }
}
