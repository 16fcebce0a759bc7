import Rings
import Testing

/// Writes the frames `range`, each holding its own number in every channel, and returns how many fitted.
private func write(_ range: Range<Int>, to writer: inout SampleWriter) -> Int {
    let channels = writer.channels
    let samples = range.flatMap { [Float](repeating: Float($0), count: channels) }
    return unsafe samples.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe writer.write(base, frames: range.count)
    }
}

private func read(_ count: Int, at position: Int, from reader: borrowing SampleReader) -> [Float] {
    var samples = [Float](repeating: -1, count: count * reader.channels)
    let channels = reader.channels
    let got = unsafe samples.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe reader.read(at: position, into: base, frames: count)
    }
    return Array(samples[..<(got * channels)])
}

struct SampleRingTests {
    @Test func `a capacity is brought up to a power of two`() {
        let ends = SampleRing.make(minimumFrames: 5, channels: 2)
        #expect(ends.writer.capacity == 8)
        #expect(ends.writer.freeFrames == 8)
    }

    @Test func `a full ring takes nothing more until frames are released`() {
        let ends = SampleRing.make(minimumFrames: 4, channels: 1)
        var writer = ends.writer
        #expect(write(0..<6, to: &writer) == 4)
        #expect(write(6..<7, to: &writer) == 0)
        #expect(read(4, at: 0, from: ends.reader) == [0, 1, 2, 3])
        #expect(writer.freeFrames == 0, "reading gives nothing back")
        ends.reader.release(before: 3)
        #expect(writer.freeFrames == 3)
        #expect(write(4..<7, to: &writer) == 3)
        #expect(read(9, at: 3, from: ends.reader) == [3, 4, 5, 6])
    }

    @Test func `frames can be read again until they are released`() {
        let ends = SampleRing.make(minimumFrames: 4, channels: 2)
        var writer = ends.writer
        #expect(write(0..<4, to: &writer) == 4)
        #expect(read(2, at: 1, from: ends.reader) == [1, 1, 2, 2])
        #expect(read(2, at: 1, from: ends.reader) == [1, 1, 2, 2])
        ends.reader.release(before: 2)
        #expect(read(2, at: 1, from: ends.reader).isEmpty)
    }

    @Test func `nothing is read from beyond what was written`() {
        let ends = SampleRing.make(minimumFrames: 4, channels: 1)
        var writer = ends.writer
        #expect(write(0..<2, to: &writer) == 2)
        #expect(read(4, at: 1, from: ends.reader) == [1])
        #expect(read(4, at: 2, from: ends.reader).isEmpty)
        #expect(read(4, at: 7, from: ends.reader).isEmpty)
    }

    @Test func `a release never goes back and never beyond what was written`() {
        let ends = SampleRing.make(minimumFrames: 4, channels: 1)
        var writer = ends.writer
        #expect(write(0..<3, to: &writer) == 3)
        ends.reader.release(before: 2)
        ends.reader.release(before: 1)
        #expect(ends.reader.oldest == 2)
        ends.reader.release(before: 9)
        #expect(ends.reader.oldest == 3)
    }

    @Test func `a finished writer is seen by the reader`() {
        let ends = SampleRing.make(minimumFrames: 1, channels: 1)
        var writer = ends.writer
        #expect(!ends.reader.isFinished as Bool)
        writer.finish()
        #expect(ends.reader.isFinished as Bool)
    }

    /// A hundred thousand frames through room for eight: full, empty and wrapped around all the time.
    @Test(.timeLimit(.minutes(1))) func `two threads hand over every frame once and in order`() async {
        let total = 100_000
        let ends = SampleRing.make(minimumFrames: 8, channels: 2)
        let reader = ends.reader
        let writing = Task.detached { [writer = Moved(ends.writer)] in
            var writer = writer.take()
            var next = 0
            while next < total {
                next += write(next..<min(next + 5, total), to: &writer)
                await Task.yield()
            }
            writer.finish()
        }
        var next = 0
        var isInOrder = true
        while next < total {
            let frames = read(3, at: next, from: reader)
            for (offset, sample) in frames.enumerated() where sample != Float(next + offset / 2) { isInOrder = false }
            next += frames.count / 2
            reader.release(before: next)
            if frames.isEmpty { await Task.yield() }
        }
        await writing.value
        #expect(isInOrder)
        #expect(reader.isFinished as Bool)
        #expect(reader.end == total)
    }
}

/// Carries a writer into a task, which takes it out once.
private final class Moved: @unchecked Sendable {
    // Set before the task begins and taken by that task alone.
    private var writer: SampleWriter?

    init(_ writer: consuming SampleWriter) { self.writer = consume writer }

    func take() -> SampleWriter {
        guard let writer = writer.take() else { preconditionFailure("taken twice") }
        return writer
    }
}
