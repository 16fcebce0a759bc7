import RadioCore
import Rings

/// The last stretch of a session: decoded frames become the output's and go into the ring. Belongs to the decoder thread.
///
/// The ring is made when the first frame says what it is like. Waiting for space happens here and nowhere else.
final class FrameOutlet {
    /// The ring holds at least this much, in seconds: two writes of the sound server and some to spare.
    private static let ringSeconds = 4.5
    /// When the ring was full, so many of its frames a second must be free before it is filled again.
    private static let refillsPerSecond = 2

    private let id: Int
    private let format: OutputFormat
    private let gain: Float
    private let control: SessionControl
    private let board: PositionBoard
    private let emit: (DecodeEvent) -> Void
    private let announcer: Announcer

    private var output: AudioFormat?
    private var writer: SampleWriter?
    /// The ring's other end, until the first frames are in and it is handed out.
    private var source: AudioSource?
    private var resampler: Resampler?
    private var silence = SilenceWatch()
    private var seam = Seam(channels: 1, sampleRate: 1)
    /// The frame before the present one, kept only while a filter may still have to be started in mid-sound.
    private var previous: DecodedFrame?
    /// Frames of a filter's start that are not to be heard.
    private var surplus = 0

    /// Writes frames of `format` into the ring of the source `id`.
    init(
        id: Int, format: OutputFormat, gain: Float, control: SessionControl, board: PositionBoard,
        announcer: Announcer, emit: @escaping (DecodeEvent) -> Void
    ) {
        self.id = id
        self.format = format
        self.gain = gain
        self.control = control
        self.board = board
        self.emit = emit
        self.announcer = announcer
    }

    /// Output frames written so far.
    var position: Int { writer?.position ?? 0 }

    /// The output frame at which the next decoded frame will begin.
    var nextFrame: Int { position + seam.lag + (resampler?.heldFrames ?? 0) - surplus }

    /// Whether anything was written.
    var hasSound: Bool { writer != nil }

    /// Takes what `decoder` has just decoded from a packet that begins at the byte `position`.
    func write(_ decoder: AudioDecoder, from position: Int) throws(FFmpegError) {
        let output = output ?? open(decoder)
        let resampler = try resampler(for: decoder.frame, output: output)
        enter(position, sampleRate: output.sampleRate)
        let samples = try unsafe resampler.convert(decoder.frame)
        unsafe watch(samples, from: position, output)
        unsafe put(samples)
        if let source {
            emit(.source(source))
            self.source = nil
        }
        if case .fixed = format, !resampler.isFiltering { try keepFrame(of: decoder) }
    }

    /// What is written next does not follow from what was: the two are crossfaded.
    func cut() throws(FFmpegError) {
        guard output != nil else { return }
        try drain()
        seam.cut()
    }

    /// Replaces `frames` frames of `sampleRate` that are missing by silence, without a click.
    func conceal(frames: Int, sampleRate: Int) throws(FFmpegError) {
        guard let output else { return }
        try drain()
        unsafe seam.gap(silence: frames * output.sampleRate / max(1, sampleRate)) { unsafe store($0) }
    }

    /// Brings out all that is held, at the end of the sound.
    func end() throws(FFmpegError) {
        try drain()
        unsafe seam.flush { unsafe store($0) }
    }

    /// Brings out what the resampler holds, at the end of sound that it was good for.
    private func drain() throws(FFmpegError) {
        if let resampler, resampler.isFiltering { unsafe put(try resampler.drain()) }
        resampler = nil
        previous = nil
        surplus = 0
    }

    /// Says that nothing more comes.
    func finish() {
        writer?.finish()
        announcer.tellEnd()
    }

    // MARK: Formats

    private func open(_ decoder: AudioDecoder) -> AudioFormat {
        let output =
            switch format {
            case .fixed(let fixed): fixed
            case .source:
                AudioFormat(sampleRate: decoder.frame.sampleRate, channels: decoder.frame.channels)
            }
        let frames = Int(Self.ringSeconds * Double(output.sampleRate))
        let ends = SampleRing.make(minimumFrames: frames, channels: output.channels)
        source = AudioSource(
            id: id, sampleRate: output.sampleRate, bitDepth: decoder.isDeep ? 24 : 16, reader: consume ends.reader,
            space: control.doorbell)
        writer = consume ends.writer
        seam = Seam(channels: output.channels, sampleRate: output.sampleRate)
        self.output = output
        return output
    }

    /// The resampler for `frame`, at the speed that is asked for.
    private func resampler(for frame: DecodedFrame, output: AudioFormat) throws(FFmpegError) -> Resampler {
        let ppm = format == .source ? 0 : control.rateAdjustment
        if let resampler, resampler.input == Resampler.Input(frame) {
            if ppm != 0, !resampler.isFiltering { try startFilter(before: frame, output: output) }
        } else {
            try drain()
            resampler = try Resampler(from: frame, to: output, filtering: ppm != 0)
        }
        guard let resampler else { throw FFmpegError.noMemory("opening the resampler") }
        if resampler.isFiltering { try resampler.adjust(ppm: ppm) }
        return resampler
    }

    /// Puts a filter in where none was, amid the sound: what was heard last goes through it first, unheard, so that it
    /// continues as if it had always been there.
    private func startFilter(before frame: DecodedFrame, output: AudioFormat) throws(FFmpegError) {
        let filter = try Resampler(from: frame, to: output, filtering: true)
        if let previous, previous.count > 0, Resampler.Input(previous) == filter.input {
            let made = unsafe try filter.convert(previous).count / output.channels
            surplus = previous.count - made
        }
        previous = nil
        resampler = filter
    }

    private func keepFrame(of decoder: AudioDecoder) throws(FFmpegError) {
        if previous == nil { previous = try DecodedFrame() }
        if var frame = previous {
            decoder.keepFrame(in: &frame)
            previous = frame
        }
    }

    private func enter(_ byte: Int, sampleRate: Int) {
        let frame = nextFrame
        for watched in board.enter(byte: byte, frame: frame, sampleRate: sampleRate) {
            emit(.reached(bytePosition: watched, frame: frame))
        }
    }

    /// Looks whether anything can be heard.
    private func watch(_ samples: UnsafeMutableBufferPointer<Float>, from position: Int, _ output: AudioFormat) {
        // Safe: within the buffer. In sound the first few samples tell.
        let isSilent = unsafe samples.allSatisfy { abs($0) < SilenceWatch.level }
        let frames = samples.count / output.channels
        guard silence.take(frames, isSilent: isSilent, sampleRate: output.sampleRate) else { return }
        emit(.silence(bytePosition: position, frame: nextFrame))
    }

    // MARK: Samples

    private func put(_ samples: UnsafeMutableBufferPointer<Float>) {
        let channels = output?.channels ?? 1
        let dropped = min(surplus, samples.count / channels)
        surplus -= dropped
        let heard = unsafe UnsafeMutableBufferPointer(rebasing: samples[(dropped * channels)...])
        if gain != 1 { for index in heard.indices { unsafe heard[index] *= gain } }
        unsafe seam.pass(heard) { unsafe store($0) }
    }

    /// Writes `samples`, waiting for space where there is none; gives up when the session is to end.
    private func store(_ samples: UnsafeMutableBufferPointer<Float>) {
        guard let base = samples.baseAddress, let channels = output?.channels else { return }
        let frames = samples.count / channels
        var written = unsafe writer?.write(base, frames: frames) ?? frames
        while written < frames, waitForSpace() {
            written += unsafe writer?.write(base + written * channels, frames: frames - written) ?? frames
        }
        board.setEnd(position)
        announcer.add(frames, sampleRate: output?.sampleRate ?? 0)
    }

    /// Sleeps until a good part of the ring is free; false when the session is to end.
    private func waitForSpace() -> Bool {
        let wanted = (output?.sampleRate ?? 0) / Self.refillsPerSecond
        while !control.isCancelled {
            if let free = writer?.freeFrames, free >= wanted { return true }
            announcer.tell()
            control.doorbell.wait()
        }
        return false
    }
}
