package import RadioCore
package import Rings
import Synchronization

/// One pass over a stream's bytes: from a position of the time-shift buffer on, into a ring of frames of its own.
///
/// A seek, a resume and a switch of stations each are a new session; a session is never moved. It runs on a thread of its
/// own, which ends with the bytes, with an error, or when it is cancelled; whoever started it joins it. What it decodes is
/// decided by the bytes themselves, and may change where another connection's bytes begin.
package final class DecodeSession: Sendable {
    /// Tells it, and its `AudioSource`, from every other.
    package let id: Int
    /// What it has to tell; for one reader. Ends when the session does. What may wait here is bounded by the ring: nothing
    /// is decoded, and so nothing told, beyond what the ring holds.
    package nonisolated let events: AsyncStream<DecodeEvent>

    private let continuation: AsyncStream<DecodeEvent>.Continuation
    private let control = SessionControl()
    private let board: PositionBoard
    private let body: @Sendable () -> Void
    private let thread = Guarded<WorkerThread?>(nil)

    /// Prepares to decode what `buffer` holds from the byte `position` on.
    ///
    /// All samples are multiplied by `gain`; at 1 they are what the decoder gave.
    /// `preamble` is decoded first, without counting as bytes of the buffer: the header pages of the Ogg link in which
    /// `position` lies. `id` becomes the `AudioSource`'s; `clock` only measures how long undecodable bytes are borne.
    /// `written` is called on the decoder thread when frames were added: four times for a second of them at most, before
    /// the thread sleeps, and at the end. It must be cheap.
    package init(
        id: Int, buffer: TimeShiftBuffer, from position: Int, preamble: [UInt8] = [], output: OutputFormat,
        gain: Float = 1, log: Log, clock: any Clock<Duration> = SuspendingClock(),
        written: @escaping @Sendable () -> Void = {}
    ) {
        let (events, continuation) = AsyncStream.makeStream(of: DecodeEvent.self)
        let (control, board) = (control, PositionBoard(start: position))
        self.id = id
        self.events = events
        self.continuation = continuation
        self.board = board
        body = {
            let emit: (DecodeEvent) -> Void = { continuation.yield($0) }
            let announcer = Announcer(written: written)
            let feed = ByteFeed(
                buffer: buffer, from: position, preamble: preamble, control: control, announcer: announcer,
                patience: Patience(elapsed: Self.stopwatch(clock)))
            let outlet = FrameOutlet(
                id: id, format: output, gain: gain, control: control, board: board, announcer: announcer, emit: emit)
            DecodeLoop(feed: feed, outlet: outlet, control: control, board: board, log: log, emit: emit).run()
            continuation.finish()
        }
    }

    /// Starts the thread. Once.
    package func start() {
        thread.withLock { thread in
            precondition(thread == nil, "a session is started once")
            thread = WorkerThread(name: "decoder", body: body)
        }
    }

    /// Ends the session soon, whatever it waits for. Any thread, any number of times.
    package func cancel() { control.cancel() }

    /// Waits until the thread is gone; at once when it was never started.
    package func join() async {
        let thread = thread.withLock { $0 }
        await thread?.join()
        continuation.finish()
    }

    /// Asks for `.reached` with the frame of the first packet that begins at or behind `bytePosition`. Any thread.
    ///
    /// Told at once when it has been decoded already, never when the bytes end before.
    package func watch(bytePosition: Int) {
        guard let frame = board.watch(bytePosition) else { return }
        continuation.yield(.reached(bytePosition: bytePosition, frame: frame))
    }

    /// Plays `ppm` parts per million slower (faster when negative) from the next packet on. Any thread.
    ///
    /// Only for a `.fixed` output; until it is first called with anything but 0, frames of the output's own rate pass
    /// unchanged.
    package func setRateAdjustment(ppm: Int) { control.setRateAdjustment(ppm) }

    /// Where the packet begins that made an output frame; `nil` where that is not decoded yet, or no longer known (after
    /// three minutes). For Ogg it is the page on which the packet begins. Any thread.
    package func bytePosition(ofFrame frame: Int) -> Int? { board.byte(ofFrame: frame) }

    /// Where the packet decoded last begins: its byte position, and its first output frame. Any thread.
    package var decodedPosition: (byte: Int, frame: Int) { board.decoded }

    /// Bytes for a second of sound, measured over what is known; `nil` in the first second. Any thread.
    package var bytesPerSecond: Double? { board.bytesPerSecond }

    /// How long ago this was called, by `clock`.
    private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
