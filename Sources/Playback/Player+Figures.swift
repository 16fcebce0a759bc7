import AudioDecoding
import AudioOutput
import Rings
import StationMetadata
import StreamInput

extension Player {
    /// What is kept behind the ear for stepping back.
    static let keptBehind = Duration.seconds(120)
    /// A flowing stream brings something at least so often.
    private static let longestPiece = Duration.seconds(2)

    /// Gives back what nobody will step back to, and lets the reserve grow.
    func keepHouse() {
        guard let pipeline else { return }
        discardBehind(pipeline)
        guard holdsReserve(of: pipeline) else { return }
        let ppm = pipeline.reserveControl.decide(held: steadyReserve, wanted: configuration.reserve)
        pipeline.session?.setRateAdjustment(ppm: ppm)
    }

    /// Whether what is held tells of the two clocks: a live stream that flows and is heard, at a rate that may be touched.
    private func holdsReserve(of pipeline: StationPipeline) -> Bool {
        guard case .fixed = outputFormat, isResampled, inputs.isSounding, inputs.transfer == .flowing else {
            return false
        }
        return pipeline.head?.contentLength == nil && pipeline.input.sinceLastByte < Self.longestPiece
    }

    /// The reserve without the saw's teeth: bytes come a good second's worth at a time, and what waits in the system
    /// for the next piece is held too.
    private var steadyReserve: Duration { reserve + (pipeline?.input.sinceLastByte ?? .zero) }

    /// What the input judges the stream of the pipeline `scope` by.
    func levels(of scope: String) -> StreamLevels {
        guard let pipeline, pipeline.scope == scope else { return StreamLevels() }
        return StreamLevels(reserve: reserve, bytesPerSecond: pipeline.bytesPerSecond)
    }

    /// Whether the output's rate may be touched: a file is to hold exactly what was sent.
    private var isResampled: Bool {
        switch configuration.output {
        case .pulse, .null: true
        case .wav, .pipe: false
        }
    }

    /// Gives back what lies more than two minutes behind the ear.
    func discardBehind(_ pipeline: StationPipeline) {
        guard let heard = heardPosition, let kept = pipeline.bytes(in: Self.keptBehind) else { return }
        pipeline.buffer.discard(before: heard - kept)
        pipeline.marks.forget(before: pipeline.buffer.held.lowerBound)
    }

    /// All the sound that is held ahead of the ear.
    var reserve: Duration {
        let (network, decoded, queued) = buffers
        return network + decoded + queued
    }

    private var buffers: (network: Duration, decoded: Duration, output: Duration) {
        guard let pipeline, let session = pipeline.session else { return (.zero, .zero, .zero) }
        let done = session.decodedPosition
        let network = pipeline.duration(ofBytes: max(0, pipeline.buffer.held.upperBound - done.byte))
        guard let source = pipeline.source, let output, let head = playheadOfPipeline else {
            return (network, .zero, .zero)
        }
        let format = AudioFormat(sampleRate: source.sampleRate, channels: source.channels)
        let ahead = max(0, done.frame - head.frame)
        let queued = min(ahead, output.queuedFrames)
        return (network, format.duration(ofFrames: ahead - queued), format.duration(ofFrames: queued))
    }

    /// The figures of this moment.
    package func stats() -> PlayerStats {
        let buffers = buffers
        let counters = pipeline?.input.counters
        return PlayerStats(
            networkBuffer: buffers.network, decodedBuffer: buffers.decoded, outputBuffer: buffers.output,
            bytes: counters?.receivedBytes ?? 0, underruns: pipeline?.underruns ?? 0, stalls: counters?.stalls ?? 0,
            reconnects: counters?.reconnects ?? 0, driftPPM: pipeline?.reserveControl.driftPPM,
            timers: ledger.totals(of: .timer),
            listeners: ledger.totals(of: .listener), usage: .current())
    }

    /// What the player is doing now; `nil` before the start and after the end.
    public func status() -> PlayerStatus? {
        guard let pipeline, ending == nil else { return nil }
        let distance = heardPosition.map { pipeline.buffer.held.upperBound - $0 } ?? 0
        let behind = distance - (pipeline.liveDistance ?? distance)
        return PlayerStatus(
            state: PlayerOracle.verdict(inputs).state, station: pipeline.station.id,
            stationName: pipeline.station.name, nowPlaying: pipeline.board.current, stream: pipeline.streamInfo,
            volume: volume, behindLive: pipeline.duration(ofBytes: max(0, behind)), reserve: reserve)
    }
}
