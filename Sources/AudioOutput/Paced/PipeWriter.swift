import Glibc

/// Frames as raw 16-bit little-endian samples into a file, a FIFO or standard output.
///
/// A reader that is slow makes it wait, but no longer than until the output is to end.
final class PipeWriter: FrameSink {
    private let file: FileDescriptor
    private let wakeup: Int32
    private let isEnding: () -> Bool
    /// What is not written yet, from `done` on.
    private var buffer: [UInt8] = []
    private var done = 0

    /// Writes to `file`, and gives up waiting once `wakeup` is readable and `isEnding` says so.
    init(_ file: FileDescriptor, wakeup: Int32, isEnding: @escaping () -> Bool) {
        self.file = file
        self.wakeup = wakeup
        self.isEnding = isEnding
        // Somebody who goes away is an error of the write, not a signal to the process.
        signal(SIGPIPE, SIG_IGN)
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(OutputError) {
        unsafe PCMSamples.append(samples, count: frames * 2, bytesPerSample: 2, to: &buffer)
        try retry()
    }

    func retry() throws(OutputError) {
        while done < buffer.count {
            guard canWrite() else { return }
            // A descriptor that is not ours may block on more than it has room for; this much a pipe always takes.
            done += try file.writeSome(Array(buffer[done..<min(buffer.count, done + Int(PIPE_BUF))]), from: 0)
        }
        buffer.removeAll(keepingCapacity: true)
        done = 0
    }

    func checkpoint() throws(OutputError) {}
    func finish() throws(OutputError) {}

    /// Waits until the reader takes more; `false` when the output is to end first.
    private func canWrite() -> Bool {
        while !isEnding() {
            // Any other command leaves the wake-up readable until it is looked at: then only the reader is waited for,
            // for a moment.
            if wait(for: [file.raw, wakeup], atMost: -1) || wait(for: [file.raw], atMost: 20) { return true }
        }
        return wait(for: [file.raw], atMost: 0)
    }

    /// Polls, and says whether the first of `descriptors` is ready; it is for writing, the others for reading.
    private func wait(for descriptors: [Int32], atMost milliseconds: Int32) -> Bool {
        var watched = descriptors.map { pollfd(fd: $0, events: Int16($0 == file.raw ? POLLOUT : POLLIN), revents: 0) }
        // Safe: as many entries as the array has.
        let count = unsafe poll(&watched, nfds_t(watched.count), milliseconds)
        return count > 0 && watched[0].revents != 0
    }
}
