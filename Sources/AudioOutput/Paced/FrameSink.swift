/// Where a paced output puts its frames: nowhere, a WAV file or a pipe. Belongs to the output's thread.
protocol FrameSink: AnyObject {
    /// Takes `frames` frames. May wait for a reader, but not once `wakeup` is readable and the output is to end.
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(OutputError)

    /// Writes what the last `write` could not, and nothing twice.
    func retry() throws(OutputError)

    /// Makes what was written safe to read so far; every few seconds.
    func checkpoint() throws(OutputError)

    /// Writes what is left and closes.
    func finish() throws(OutputError)
}

/// Nothing at all: the frames are heard by nobody, in time.
final class NullSink: FrameSink {
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(OutputError) {}
    func retry() throws(OutputError) {}
    func checkpoint() throws(OutputError) {}
    func finish() throws(OutputError) {}
}
