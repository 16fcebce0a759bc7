import CFFmpeg

/// A container taken apart: bytes through a reader in, packets of its first sound stream out.
///
/// Opened for a known container, so that nothing is probed; knows no sockets and no files. Belongs to the decoder thread.
@safe final class Demuxer {
    /// The containers that we open, by FFmpeg's names.
    enum Container: String {
        case ogg
        case flac
        /// MPEG-TS, as in the segments of HLS.
        case mpegts

        /// Bytes that the reader keeps, so that the headers can be gone back over.
        var bufferSize: Int { self == .mpegts ? 128 << 10 : 16 << 10 }
    }

    /// So much of a transport stream is looked through for what it carries: its tables stand at each segment's start.
    private static let tableLimit: Int64 = 32 << 10

    // Safe: owned here alone, freed in `deinit` before the reader that it borrows.
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let reader: AVIOReader
    private var stream: UnsafeMutablePointer<AVStream>?
    private var ownedPacket: UnsafeMutablePointer<AVPacket>?

    /// Reads the headers of `container`, whose bytes `reader` gives from their first on.
    init(_ container: Container, reader: AVIOReader) throws(FFmpegError) {
        self.reader = reader
        unsafe context = avformat_alloc_context()
        unsafe ownedPacket = av_packet_alloc()
        unsafe context?.pointee.pb = reader.context
        if container == .mpegts { unsafe context?.pointee.probesize = Self.tableLimit }
        // Safe: FFmpeg returns a constant, and on failure frees the context and sets it to nil.
        let format = unsafe av_find_input_format(container.rawValue)
        try FFmpegError.check("reading the headers", unsafe avformat_open_input(&context, nil, format, nil))
        unsafe stream = firstSound()
        guard unsafe stream != nil else {
            throw FFmpegError(operation: "looking for sound", code: CFFmpeg_errorNoDecoder())
        }
    }

    deinit {
        unsafe avformat_close_input(&context)
        unsafe av_packet_free(&ownedPacket)
    }

    /// What the headers say of the sound; borrowed from the demuxer.
    var parameters: UnsafePointer<AVCodecParameters>? { unsafe UnsafePointer(stream?.pointee.codecpar) }

    /// The codec's name, as FFmpeg has it.
    var codecName: String {
        // Safe: the name is a constant.
        unsafe String(cString: avcodec_get_name(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE))
    }

    /// The unit of the packets' time stamps.
    var timeBase: AVRational { unsafe stream?.pointee.time_base ?? AVRational(num: 0, den: 1) }

    /// The packet read last; borrowed, valid until the next `read`.
    var packet: UnsafePointer<AVPacket>? { unsafe UnsafePointer(ownedPacket) }

    /// Where the packet read last begins, in bytes from the container's first: for Ogg the page that it begins on.
    var packetOffset: Int? {
        guard let position = unsafe ownedPacket?.pointee.pos, position >= 0 else { return nil }
        return Int(position)
    }

    /// Bytes of the packet read last.
    var packetSize: Int { Int(unsafe ownedPacket?.pointee.size ?? 0) }

    /// How many bytes FFmpeg has taken from the reader's buffer.
    var consumed: Int {
        guard let context = unsafe reader.context else { return 0 }
        return Int(unsafe avio_seek(context, 0, SEEK_CUR))
    }

    /// Reads the next packet of the sound; false at the end.
    func read() throws(FFmpegError) -> Bool {
        while true {
            unsafe av_packet_unref(ownedPacket)
            let status = unsafe av_read_frame(context, ownedPacket)
            if status == CFFmpeg_errorEOF() { return false }
            try FFmpegError.check("reading a packet", status)
            if unsafe ownedPacket?.pointee.stream_index == stream?.pointee.index { return true }
        }
    }

    private func firstSound() -> UnsafeMutablePointer<AVStream>? {
        guard let context = unsafe context else { return nil }
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            // Safe: FFmpeg's array holds `nb_streams` streams.
            guard let stream = unsafe context.pointee.streams[index] else { continue }
            if unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO { return unsafe stream }
            unsafe stream.pointee.discard = AVDISCARD_ALL
        }
        return nil
    }
}
