import Rings

/// A source whose every sample tells its frame number: in the first channel divided by 2^20, in the second negated.
final class TestSource {
    /// A source for the ear of a test: see `CodedSignal`.
    static func coded(id: Int = 1, from first: Int = 0) -> TestSource {
        TestSource(id: id, capacity: 1 << 18) { (CodedSignal.left($0 + first), CodedSignal.right) }
    }

    let source: AudioSource
    private var writer: SampleWriter
    private let make: (Int) -> (Float, Float)

    /// A source of stereo frames in a ring of at least `capacity` frames.
    init(
        id: Int = 1, sampleRate: Int = 48_000, capacity: Int = 1 << 16, bitDepth: Int = 16,
        make: @escaping (Int) -> (Float, Float)
    ) {
        let ends = SampleRing.make(minimumFrames: capacity, channels: 2)
        writer = ends.writer
        source = AudioSource(
            id: id, sampleRate: sampleRate, bitDepth: bitDepth, reader: ends.reader, space: Doorbell())
        self.make = make
    }

    convenience init(id: Int = 1, bitDepth: Int = 16, make: @escaping (Int) -> Float = { Float($0) / 1_048_576 }) {
        self.init(id: id, bitDepth: bitDepth) { (make($0), -make($0)) }
    }

    /// Where the next frame goes.
    var position: Int { writer.position }

    /// Writes up to `frames` more frames, as many as there is room for.
    func write(_ frames: Int) {
        let count = min(frames, writer.freeFrames)
        let start = writer.position
        let samples = (start..<start + count).flatMap { [make($0).0, make($0).1] }
        unsafe samples.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            _ = unsafe writer.write(base, frames: count)
        }
    }

    func finish() { writer.finish() }
}
