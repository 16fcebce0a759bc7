import AudioDecoding
import AudioOutput
import Rings
import StreamInput

extension Player {
    /// What must be decoded before a source is played: enough to bridge how unevenly a server without a burst sends.
    static let prebuffer = Duration.milliseconds(500)
    /// What must be decoded before a source that ran dry is played again.
    static let rebuffer = Duration.seconds(1)

    /// Takes what the decode session `id` tells.
    func handle(_ event: DecodeEvent, of id: Int) async {
        guard ending == nil, let pipeline, let session = pipeline.session, session.id == id else { return }
        switch event {
        case .source(let source): play(source, of: pipeline)
        case .stream(let format, _):
            pipeline.format = format
            tellStream(pipeline)
        case .reached(let byte, let frame):
            pipeline.marks.reached(byte, frame: frame)
            scheduleMarks()
        case .silence(let byte, let frame):
            pipeline.marks.add(.silence, at: byte, frame: frame)
            scheduleMarks()
        case .corrupt(let count):
            configuration.log.domain("decoder")(.info, "\(count) corrupt packets have been concealed")
        case .ended: output?.wake()
        case .failed(let error, let position): await undecodable(error, at: position, pipeline)
        }
    }

    private func play(_ source: AudioSource, of pipeline: StationPipeline) {
        pipeline.source = source
        let format = AudioFormat(sampleRate: source.sampleRate, channels: source.channels)
        // A file has the format of the first sound in it, whatever is played into it later.
        if outputFormat == .source { outputFormat = .fixed(format) }
        let frames = format.frames(in: Self.prebuffer)
        output?.play(source, from: 0, minimumFrames: frames)
        if inputs.intent == .pause { output?.pause() }
    }

    /// What came at `position` gives nothing that can be heard: on to what the next connection brings, or has brought.
    private func undecodable(_ error: DecodeError, at position: Int, _ pipeline: StationPipeline) async {
        if let next = pipeline.buffer.joint(after: position) {
            decode(from: next, pipeline)
        } else {
            pipeline.undecodable = position
        }
        await pipeline.input.reject(at: position, .undecodable("\(error)"))
    }

    /// Begins where a connection does, behind what could not be decoded.
    func decode(from joint: Int, _ pipeline: StationPipeline) {
        pipeline.undecodable = nil
        pipeline.buffer.discard(before: joint)
        startSession(at: joint)
    }
}
