import Synchronization

/// A wait-free ring of interleaved float frames between one writer and one reader.
///
/// The contract: one producer thread, one consumer thread, a fixed power-of-two capacity, no allocation after creation,
/// no waiting inside, full and empty are results, nothing is ever overwritten before the reader has released it. Unlike
/// a plain queue, reading does not give frames back: the reader may read the same frames again (a sound server lets
/// what is queued be rewritten) until it releases them. Positions count frames from 0 and never wrap.
package enum SampleRing {
    /// The two ends of a new ring, each to be moved to the thread that uses it.
    @frozen
    package struct Ends: ~Copyable {
        /// For the thread that decodes.
        package let writer: SampleWriter
        /// For the thread that plays.
        package let reader: SampleReader
    }

    /// Makes a ring for at least `minimumFrames` frames.
    package static func make(minimumFrames: Int, channels: Int) -> Ends {
        precondition(minimumFrames > 0 && channels > 0, "a ring holds at least one frame of one channel")
        var capacity = 1
        while capacity < minimumFrames { capacity *= 2 }
        let storage = RingStorage(capacity: capacity, channels: channels)
        return Ends(writer: SampleWriter(storage: storage), reader: SampleReader(storage: storage))
    }
}

/// The writing end of a `SampleRing`; belongs to one thread at a time.
@safe package struct SampleWriter: ~Copyable, Sendable {
    private let storage: RingStorage

    fileprivate init(storage: RingStorage) { self.storage = storage }

    /// Samples in a frame.
    package var channels: Int { storage.channels }

    /// Frames the ring can hold.
    package var capacity: Int { storage.capacity }

    /// The position behind the last frame written.
    package var position: Int { unsafe storage.positions.pointee.written.load(ordering: .relaxed) }

    /// How many frames can be written now; it only grows until the next write.
    package var freeFrames: Int {
        unsafe storage.capacity - (position - storage.positions.pointee.released.load(ordering: .acquiring))
    }

    /// Writes as many of `frames` frames from `source` as there is room for, and returns how many.
    ///
    /// `source` must hold `frames` × channels samples.
    package mutating func write(_ source: UnsafePointer<Float>, frames: Int) -> Int {
        let (position, channels) = (position, channels)
        let count = min(frames, freeFrames)
        let start = position & (capacity - 1)
        let first = min(count, capacity - start)
        // Safe: both pieces lie within the ring, in frames that the reader has released.
        unsafe (storage.samples + start * channels).update(from: source, count: first * channels)
        unsafe storage.samples.update(from: source + first * channels, count: (count - first) * channels)
        unsafe storage.positions.pointee.written.store(position + count, ordering: .releasing)
        return count
    }

    /// Says that nothing more will be written.
    package mutating func finish() { unsafe storage.positions.pointee.finished.store(true, ordering: .releasing) }
}

/// The reading end of a `SampleRing`; belongs to one thread at a time.
@safe package struct SampleReader: ~Copyable, Sendable {
    /// Keeps alive what the pointers point to; not touched by the realtime calls, which may not count references.
    private let storage: RingStorage
    private nonisolated(unsafe) let samples: UnsafeMutablePointer<Float>
    private nonisolated(unsafe) let positions: UnsafeMutablePointer<RingPositions>
    private let capacity: Int

    /// Samples in a frame.
    package let channels: Int

    fileprivate init(storage: RingStorage) {
        self.storage = storage
        unsafe samples = storage.samples
        unsafe positions = storage.positions
        capacity = storage.capacity
        channels = storage.channels
    }

    /// The oldest position that can be read: what lies before was released.
    package var oldest: Int {
        @_noLocks get { unsafe positions.pointee.released.load(ordering: .relaxed) }
    }

    /// The position behind the newest frame that can be read; it only grows.
    package var end: Int {
        @_noLocks get { unsafe positions.pointee.written.load(ordering: .acquiring) }
    }

    /// Whether the writer has said that nothing more will come; look at it before `end`, not after.
    package var isFinished: Bool {
        @_noLocks get { unsafe positions.pointee.finished.load(ordering: .acquiring) }
    }

    /// Copies up to `frames` frames from `position` on and returns how many; none when `position` was released.
    ///
    /// `destination` must have room for `frames` × channels samples. Wait-free; for the realtime callback.
    @_noLocks
    package func read(at position: Int, into destination: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        guard position >= oldest else { return 0 }
        let count = max(0, min(frames, end - position))
        let start = position & (capacity - 1)
        let first = min(count, capacity - start)
        // A plain loop, which the optimiser makes a block copy: no call that `@_noLocks` could not look into.
        // Safe: both pieces lie within the ring, in frames that the writer has handed over.
        var sample = 0
        while sample < first * channels {
            unsafe destination[sample] = samples[start * channels + sample]
            sample += 1
        }
        while sample < count * channels {
            unsafe destination[sample] = samples[sample - first * channels]
            sample += 1
        }
        return count
    }

    /// Gives the frames before `position` back to the writer; they cannot be read again.
    ///
    /// Wait-free; for the realtime callback.
    @_noLocks
    package func release(before position: Int) {
        guard position > oldest else { return }
        unsafe positions.pointee.released.store(min(position, end), ordering: .releasing)
    }
}

/// Where the two ends stand. The padding keeps each side's counter in a cache line of its own.
private struct RingPositions: ~Copyable {
    let written = Atomic<Int>(0)
    let finished = Atomic<Bool>(false)
    let padding: InlineArray<8, Int> = .init(repeating: 0)
    let released = Atomic<Int>(0)
}

/// The memory of a ring, freed with the later of its two ends.
@safe private final class RingStorage: Sendable {
    let capacity: Int
    let channels: Int
    // Safe: the writer touches only frames from `written` to `released + capacity`, the reader only those from
    // `released` to `written`; the releasing stores and acquiring loads hand frames over.
    nonisolated(unsafe) let samples: UnsafeMutablePointer<Float>
    nonisolated(unsafe) let positions: UnsafeMutablePointer<RingPositions>

    init(capacity: Int, channels: Int) {
        self.capacity = capacity
        self.channels = channels
        unsafe samples = .allocate(capacity: capacity * channels)
        unsafe samples.initialize(repeating: 0, count: capacity * channels)
        unsafe positions = .allocate(capacity: 1)
        unsafe positions.initialize(to: RingPositions())
    }

    deinit {
        unsafe samples.deallocate()
        unsafe positions.deinitialize(count: 1)
        unsafe positions.deallocate()
    }
}
