import RadioCore
import Rings

@testable import AudioDecoding

/// All that a session made of some bytes; of at most as much sound as a ring holds.
struct Decoded {
    var source: AudioSource?
    var streams: [(format: StreamFormat, frame: Int)] = []
    var reached: [Int: Int] = [:]
    var corrupt = 0
    var ended: Int?
    var failure: DecodeError?
    var failedAt: Int?
    /// Interleaved.
    var samples: [Float] = []
    var hasTurnedSilent = false
    var channels: Int { source?.channels ?? 0 }
    var frames: Int { channels > 0 ? samples.count / channels : 0 }

    /// Decodes everything that `session` gets, to the end.
    init(_ session: DecodeSession) async {
        session.start()
        for await event in session.events {
            switch event {
            case .source(let source): self.source = source
            case .stream(let format, let frame): streams.append((format, frame))
            case .reached(let byte, let frame): reached[byte] = frame
            case .silence: hasTurnedSilent = true
            case .corrupt(let count): corrupt = count
            case .ended(let frame): ended = frame
            case .failed(let error, let position):
                failure = error
                failedAt = position
            }
        }
        // Only a test that ran out of time gets here before the session has ended.
        if Task.isCancelled { session.cancel() }
        await session.join()
        samples = source.map { Self.contents(of: $0) } ?? []
    }

    /// Where the samples, or some of them, are first other than `reference`, in words; `nil` when they are not.
    func difference(from reference: [Float], within range: Range<Int>? = nil) -> String? {
        let samples = range.map { Array(self.samples[$0.clamped(to: 0..<self.samples.count)]) } ?? samples
        if let index = zip(samples, reference).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return "sample \(index) is \(samples[index]), not \(reference[index])"
        }
        return samples.count == reference.count ? nil : "\(samples.count) samples, not \(reference.count)"
    }

    /// What lies in a ring.
    static func contents(of source: AudioSource) -> [Float] {
        let frames = source.reader.end - source.reader.oldest
        var samples = [Float](repeating: 0, count: frames * source.channels)
        // Safe: the array has room for all that is asked for.
        unsafe samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            _ = unsafe source.reader.read(at: source.reader.oldest, into: base, frames: frames)
        }
        return samples
    }
}

extension TimeShiftBuffer {
    /// A buffer that holds `pieces`, with a joint between any two, and gets nothing more.
    static func holding(_ pieces: [UInt8]..., isFinished: Bool = true) -> TimeShiftBuffer {
        let buffer = TimeShiftBuffer(limit: 64 << 20)
        for piece in pieces {
            buffer.markJoint()
            buffer.add(piece)
        }
        if isFinished { buffer.finish() }
        return buffer
    }

    /// Appends `bytes`.
    func add(_ bytes: some Collection<UInt8>) {
        let array = Array(bytes)
        // Safe: the bytes are only read within the call.
        precondition(unsafe append(array.span.bytes), "the buffer is full")
    }
}

extension DecodeSession {
    /// A session over `buffer` as the tests mostly want it.
    convenience init(
        _ buffer: TimeShiftBuffer, from position: Int = 0, preamble: [UInt8] = [], output: OutputFormat = .source
    ) {
        self.init(id: 1, buffer: buffer, from: position, preamble: preamble, output: output, log: .silent)
    }
}
