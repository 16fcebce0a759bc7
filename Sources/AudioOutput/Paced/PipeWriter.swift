import Glibc

/// Frames as raw 16-bit little-endian samples into a file, a FIFO or standard output.
///
/// A reader that is slow makes it wait, but no longer than until the output is to end.
final class PipeWriter: FrameSink {
    private let file: FileDescriptor
    private let wakeup: Int32
    private let isEnding: () -> Bool
    private var buffer: [UInt8] = []

    /// Writes to `file`, and gives up waiting once `wakeup` is readable and `isEnding` says so.
    init(_ file: FileDescriptor, wakeup: Int32, isEnding: @escaping () -> Bool) {
        self.file = file
        self.wakeup = wakeup
        self.isEnding = isEnding
        // Somebody who goes away is an error of the write, not a signal to the process.
        signal(SIGPIPE, SIG_IGN)
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(OutputError) {
        buffer.removeAll(keepingCapacity: true)
        unsafe PCMSamples.append(samples, count: frames * 2, bytesPerSample: 2, to: &buffer)
        var done = 0
        while done < buffer.count {
            guard canWrite() else { return }
            // A descriptor that is not ours may block on more than it has room for; this much a pipe always takes.
            done += try file.writeSome(Array(buffer[done..<min(buffer.count, done + Int(PIPE_BUF))]), from: 0)
        }
    }

    func checkpoint() throws(OutputError) {}
    func finish() throws(OutputError) {}

    /// Waits until the reader takes more; `false` when the output is to end first.
    private func canWrite() -> Bool {
        while true {
            var watched = [
                pollfd(fd: file.raw, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
            ]
            // Safe: two entries of our own. With a command pending, it waits only a little before it looks again.
            let hasCommand = isEnding()
            let count = unsafe poll(&watched, hasCommand ? 1 : 2, hasCommand ? 0 : -1)
            if count < 0 { continue }
            if watched[0].revents != 0 { return true }
            if hasCommand { return false }
            if watched[1].revents != 0, !isEnding() { usleep(10_000) }
        }
    }
}
