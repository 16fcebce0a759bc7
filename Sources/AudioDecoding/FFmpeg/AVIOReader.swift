import CFFmpeg

/// FFmpeg's way to bytes: its reads become calls of a closure. Belongs to the decoder thread.
@safe final class AVIOReader {
    /// What FFmpeg reads from, for `AVFormatContext.pb`; freed in `deinit`.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let read: (UnsafeMutableRawBufferPointer) -> Int?

    /// Reads by `read`, which gives the number of bytes that it copied, or `nil` at the end; so many bytes at most are
    /// asked for at a time, and kept.
    init(bufferSize: Int, read: @escaping (UnsafeMutableRawBufferPointer) -> Int?) throws(FFmpegError) {
        unsafe self.read = read
        // Safe: the reader outlives the context, which is freed in `deinit`, so it is passed unretained. The buffer
        // becomes the context's, which may replace it.
        let buffer = unsafe av_malloc(bufferSize)
        unsafe context = avio_alloc_context(
            buffer?.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0,
            Unmanaged.passUnretained(self).toOpaque(),
            { opaque, bytes, count in
                guard let opaque = unsafe opaque, let bytes = unsafe bytes else { return CFFmpeg_errorExit() }
                let destination = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
                return unsafe Unmanaged<AVIOReader>.fromOpaque(opaque).takeUnretainedValue().fill(destination)
            }, nil, nil)
        guard unsafe context != nil else {
            unsafe av_free(buffer)
            throw FFmpegError.noMemory("making a reader")
        }
        unsafe context?.pointee.seekable = 0
    }

    deinit {
        // The context does not free its buffer.
        unsafe av_free(context?.pointee.buffer)
        unsafe avio_context_free(&context)
    }

    private func fill(_ destination: UnsafeMutableRawBufferPointer) -> Int32 {
        unsafe read(destination).map(Int32.init) ?? CFFmpeg_errorEOF()
    }
}
