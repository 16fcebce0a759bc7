import AudioProcessing
import Glibc
import RadioCore
import Rings
import Synchronization

/// What a paced output's thread does; everything here belongs to that thread.
final class PacedEngine {
    /// Where the frames go.
    enum Kind: Sendable {
        case null
        case wav(String)
        case pipe(String)
    }

    private enum Phase {
        case idle
        case opening(CheckedContinuation<Result<AudioFormat?, OutputError>, Never>)
        case open
        case failed
        case closed
    }

    /// Between two looks while something plays.
    private static var interval: Duration { .milliseconds(250) }
    /// Between two looks while a fade is under way, or a FIFO has no reader.
    private static var shortInterval: Duration { .milliseconds(50) }
    /// Between two tries to write what could not be written.
    private static var retryInterval: Duration { .seconds(1) }
    /// Between two moments at which a file is made readable.
    private static var checkpointInterval: Duration { .seconds(4) }

    private let kind: Kind
    private let shared: OutputShared
    private let clock: any Clock<Duration>
    private let ledger: Ledger
    private let stopwatch: Stopwatch

    private var phase = Phase.idle
    private var volume: Volume
    private var file: FileDescriptor?
    private var sink: (any FrameSink)?
    private var format: AudioFormat?
    private var renderer = Renderer(fades: .audible(sampleRate: 48_000), channels: 2)
    private var loudness: (ramp: GainRamp, position: Int)
    private var buffer: [Float] = []
    /// Whether a source could begin, as of the last look.
    private var isReady = false
    /// When sink frame 0 was due.
    private var start = Duration.zero
    private var nextCheckpoint = Duration.zero
    /// Whether anything could be written.
    private var hasWritten = false
    /// When to try again what could not be written; time stands still until then.
    private var retryDue: Duration?
    private var tick: (task: Task<Void, Never>, line: LedgerToken)?

    init(_ kind: Kind, shared: OutputShared, volume: Volume, clock: any Clock<Duration>, ledger: Ledger) {
        self.kind = kind
        self.shared = shared
        self.volume = volume
        self.clock = clock
        self.ledger = ledger
        stopwatch = Stopwatch(clock)
        loudness = (GainRamp(from: volume.amplitude, to: volume.amplitude, length: 0), 0)
    }

    /// Runs until the output is closed.
    func run() {
        while true {
            var watched = pollfd(fd: shared.wakeup.descriptor, events: Int16(POLLIN), revents: 0)
            // Safe: one entry of our own.
            _ = unsafe poll(&watched, 1, -1)
            shared.wakeup.clear()
            step()
            if case .closed = phase { return }
        }
    }

    /// One look at everything.
    func step() {
        renderDue()
        for command in shared.take() { obey(command) }
        if case .opening(let continuation) = phase { makeSink(continuation) }
        if case .closed = phase { return }
        shared.isHungry.store(renderer.isWaiting, ordering: .sequentiallyConsistent)
        // Asked after the flag was set: frames that came just before have rung nobody.
        isReady = renderer.canBegin
        tell()
        scheduleTick()
    }

    private func obey(_ command: OutputCommand) {
        switch command {
        case .open(let continuation): phase = .opening(continuation)
        case .play(let source, let frame, let minimum): play(source, frame, minimum)
        case .silence: renderer.silence()
        case .pause: renderer.pause()
        case .resume: renderer.resume()
        case .resumeAfterStarving(let minimum): renderer.resumeAfterStarving(minimum: minimum)
        case .volume(let new): change(to: new)
        case .title: break
        case .close(let continuation): close(continuation)
        }
    }

    // MARK: Opening and closing

    private func makeSink(_ continuation: CheckedContinuation<Result<AudioFormat?, OutputError>, Never>) {
        do throws(OutputError) {
            switch kind {
            case .null: sink = NullSink()
            case .wav(let path): file = try Self.makeFile(path)
            case .pipe(let path): try makePipe(path)
            }
        } catch {
            // A FIFO without a reader: look again later.
            guard case .pipe = kind, error.isWaitingForReader else {
                phase = .failed
                return continuation.resume(returning: .failure(error))
            }
            return
        }
        phase = .open
        if case .wav = kind {} else { fix(AudioFormat(sampleRate: 48_000, channels: 2)) }
        continuation.resume(returning: .success(format))
    }

    /// A WAV file is not written into a FIFO: its header is made right in the end.
    private static func makeFile(_ path: String) throws(OutputError) -> FileDescriptor {
        do throws(OutputError) {
            let file = try FileDescriptor(creating: path)
            return file
        } catch {
            guard case .readerGone = error.kind else { throw error }
            throw OutputError(.cannotCreate, subject: path, words: "it is no plain file")
        }
    }

    private func makePipe(_ path: String) throws(OutputError) {
        let file = path == "-" ? FileDescriptor() : try FileDescriptor(creating: path)
        sink = PipeWriter(file, wakeup: shared.wakeup.descriptor) { [shared] in shared.isEnding }
    }

    /// Settles the format, and lets time run.
    private func fix(_ format: AudioFormat) {
        self.format = format
        start = stopwatch.elapsed
        nextCheckpoint = start + Self.checkpointInterval
        buffer = [Float](repeating: 0, count: format.sampleRate * format.channels)
        let isExact = if case .null = kind { false } else { true }
        let rate = format.sampleRate
        renderer = Renderer(
            fades: isExact ? .exact(sampleRate: rate) : .audible(sampleRate: rate), channels: format.channels)
    }

    private func close(_ continuation: CheckedContinuation<Void, Never>) {
        endTick()
        if case .opening(let opening) = phase { opening.resume(returning: .failure(.closed)) }
        // The fade is written at once: there is nobody who would hear it later.
        renderer.silence()
        if let format, renderer.isSounding, retryDue == nil { render(frames: format.sampleRate / 25 + 1) }
        if case .open = phase { attempt { sink throws(OutputError) in try sink.finish() } }
        tell()
        phase = .closed
        sink = nil
        let late = shared.shut()
        shared.continuation.finish()
        continuation.resume()
        for command in late { command.refuse() }
    }

    // MARK: Frames

    private func play(_ source: AudioSource, _ frame: Int, _ minimum: Int) {
        if format == nil { fix(AudioFormat(sampleRate: source.sampleRate, channels: source.channels)) }
        if let file, sink == nil {
            let header = WavHeader(
                sampleRate: source.sampleRate, channels: source.channels, bytesPerSample: source.bitDepth > 16 ? 3 : 2)
            do throws(OutputError) {
                sink = try WavFile(file, header: header)
            } catch {
                fail(error)
            }
        }
        renderer.play(source, from: frame, minimum: minimum)
    }

    /// Renders what is due by now. A sink that has kept us waiting is not made up for: that would be faster than time.
    private func renderDue() {
        guard let format, case .open = phase, !isBlocked(format) else { return }
        var due = format.frames(in: stopwatch.elapsed - start)
        let late = due - renderer.timeline.end - format.sampleRate
        if late > 0 {
            start += format.duration(ofFrames: late)
            due -= late
        }
        // A source that had not enough frames at the last look begins now, not then.
        if !renderer.isSounding, !isReady { renderer.appendSilence(due - renderer.timeline.end) }
        render(frames: due - renderer.timeline.end)
        checkpoint()
    }

    private func render(frames: Int) {
        guard let format, frames > 0, frames * format.channels <= buffer.count else { return }
        let made = unsafe buffer.withUnsafeMutableBufferPointer { samples in
            guard let base = samples.baseAddress else { return 0 }
            // Safe: the buffer holds a second, and `frames` is checked against it.
            let made = unsafe renderer.render(into: base, frames: frames, endsDry: true)
            unsafe loudness.ramp.apply(to: base, frames: made, channels: format.channels, at: loudness.position)
            return made
        }
        loudness.position += made
        renderer.appendSilence(frames - made)
        guard made > 0 else { return }
        let samples = buffer
        let isWritten = attempt { sink throws(OutputError) in
            try unsafe samples.withUnsafeBufferPointer { samples throws(OutputError) in
                guard let base = samples.baseAddress else { return }
                try unsafe sink.write(base, frames: made)
            }
        }
        hasWritten = hasWritten || isWritten
    }

    /// Whether what could not be written still cannot be. Once it can, time goes on from where it stood.
    private func isBlocked(_ format: AudioFormat) -> Bool {
        guard let due = retryDue else { return false }
        guard stopwatch.elapsed >= due, let sink else { return true }
        do throws(OutputError) {
            try sink.retry()
        } catch {
            retryDue = stopwatch.elapsed + Self.retryInterval
            return true
        }
        retryDue = nil
        start = stopwatch.elapsed - format.duration(ofFrames: renderer.timeline.end)
        shared.continuation.yield(.unblocked)
        return false
    }

    private func checkpoint() {
        guard stopwatch.elapsed >= nextCheckpoint, retryDue == nil else { return }
        nextCheckpoint = stopwatch.elapsed + Self.checkpointInterval
        attempt { sink throws(OutputError) in try sink.checkpoint() }
    }

    /// Glides to the new volume over 40 ms.
    private func change(to new: Volume) {
        volume = new
        let gain = loudness.ramp.gain(at: loudness.position)
        let length = renderer.isSounding ? (format?.sampleRate ?? 48_000) / 25 : 0
        loudness = (GainRamp(from: gain, to: new.amplitude, length: length), 0)
    }

    /// Does `body`, and says whether that went well. What has begun well is tried again later.
    @discardableResult
    private func attempt(_ body: (any FrameSink) throws(OutputError) -> Void) -> Bool {
        guard let sink, case .open = phase else { return false }
        do throws(OutputError) {
            try body(sink)
            return true
        } catch {
            if hasWritten, error.kind == .writeFailed { block(error) } else { fail(error) }
            return false
        }
    }

    private func block(_ error: OutputError) {
        retryDue = stopwatch.elapsed + Self.retryInterval
        shared.continuation.yield(.blocked(error))
    }

    private func fail(_ error: OutputError) {
        phase = .failed
        shared.continuation.yield(.lost(error))
    }

    // MARK: Afterwards

    /// Shows where things stand, and tells what has happened since. Everything rendered counts as heard.
    private func tell() {
        let heard = renderer.timeline.end
        var events: [OutputEvent] = []
        while let event = renderer.takeEvent(upTo: heard) { events.append(event) }
        renderer.releaseHeard(before: heard)
        publish(heard: heard)
        for event in events { shared.continuation.yield(event) }
    }

    private func publish(heard: Int) {
        guard let format else { return }
        let clock = SinkClock(
            sampleRate: format.sampleRate, readFrame: max(0, heard - 1), at: .now,
            isRunning: renderer.isSounding && retryDue == nil)
        shared.publish(OutputShared.Snapshot(map: renderer.map, clock: clock))
    }

    private func scheduleTick() {
        endTick()
        let interval: Duration
        switch phase {
        case .opening: interval = Self.shortInterval
        case .open where retryDue != nil: interval = Self.retryInterval
        case .open where isReady: interval = Self.shortInterval
        case .open where renderer.isSounding: interval = renderer.isLeaving ? Self.shortInterval : Self.interval
        default: return
        }
        let line = ledger.timer("output pace")
        let task = Task { [clock, shared] in
            guard (try? await clock.sleep(for: interval)) != nil else { return }
            line.fire()
            shared.wakeup.signal()
        }
        tick = (task, line)
    }

    /// Its line in the ledger ends here and now, not when the task gets round to it: nobody waits for that.
    private func endTick() {
        tick?.task.cancel()
        tick?.line.cancel()
        tick = nil
    }
}
