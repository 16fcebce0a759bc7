/// Frames as a WAV file whose header is right whenever somebody looks.
final class WavFile: FrameSink {
    private let file: FileDescriptor
    private let header: WavHeader
    private var dataBytes = 0
    /// What is not written yet.
    private var buffer: [UInt8] = []

    /// Writes the header of an empty file to `file`.
    init(_ file: FileDescriptor, header: WavHeader) throws(OutputError) {
        self.file = file
        self.header = header
        try file.writeAll(header.bytes(dataBytes: 0))
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(OutputError) {
        // Safe: the caller vouches for `frames` frames, in the channels of the header.
        unsafe PCMSamples.append(
            samples, count: frames * header.channels, bytesPerSample: header.bytesPerSample, to: &buffer)
        try retry()
    }

    func retry() throws(OutputError) {
        try file.writeAll(buffer, at: WavHeader.length + dataBytes)
        dataBytes += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    func checkpoint() throws(OutputError) {
        try file.writeAll(header.bytes(dataBytes: dataBytes), at: 0)
    }

    func finish() throws(OutputError) {
        // A chunk has an even length.
        if dataBytes % 2 == 1 { try file.writeAll([0], at: WavHeader.length + dataBytes) }
        try checkpoint()
    }
}
