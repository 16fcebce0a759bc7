import CFFmpeg

/// One codec at work: compressed packets in, decoded frames out. Belongs to the decoder thread.
@safe final class AudioDecoder {
    /// What came of asking for a frame.
    enum Outcome {
        /// `frame` holds decoded samples.
        case frame
        /// The next packet is wanted.
        case needsPacket
        /// Everything has come out.
        case end
    }

    /// The decoders that we use, and nothing else of what FFmpeg can do, by FFmpeg's names.
    private static let allowed: Set<String> = ["mp1float", "mp2float", "mp3float", "aac", "vorbis", "opus", "flac"]

    // Safe: owned here alone, freed in `deinit`.
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?

    /// The samples that came last; reused by the next `receive`.
    private(set) var frame: DecodedFrame

    /// Opens the decoder that FFmpeg calls `name`.
    convenience init(named name: String) throws(FFmpegError) {
        // Safe: FFmpeg returns a constant or nothing.
        try unsafe self.init(codec: avcodec_find_decoder_by_name(name), parameters: nil, timeBase: nil)
    }

    /// Opens the decoder for a demuxer's stream, as its headers describe it.
    convenience init(for stream: borrowing Demuxer) throws(FFmpegError) {
        let parameters = unsafe stream.parameters
        // Safe: the parameters belong to the demuxer, which is only borrowed for this call.
        let codec = unsafe avcodec_find_decoder(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE)
        try unsafe self.init(codec: codec, parameters: parameters, timeBase: stream.timeBase)
    }

    private init(
        codec: UnsafePointer<AVCodec>?, parameters: UnsafePointer<AVCodecParameters>?, timeBase: AVRational?
    ) throws(FFmpegError) {
        let name = unsafe codec.map { unsafe String(cString: $0.pointee.name) } ?? ""
        frame = try DecodedFrame()
        unsafe context = avcodec_alloc_context3(codec)
        unsafe packet = av_packet_alloc()
        guard Self.allowed.contains(name), let context = unsafe context, unsafe packet != nil else {
            throw FFmpegError(operation: "choosing a decoder", code: CFFmpeg_errorNoDecoder())
        }
        if let parameters = unsafe parameters {
            try FFmpegError.check("describing the stream", unsafe avcodec_parameters_to_context(context, parameters))
        }
        if let timeBase { unsafe context.pointee.pkt_timebase = timeBase }
        unsafe context.pointee.thread_count = 1
        try FFmpegError.check("opening the decoder", unsafe avcodec_open2(context, codec, nil))
    }

    deinit {
        unsafe avcodec_free_context(&context)
        unsafe av_packet_free(&packet)
    }

    /// The codec's name as FFmpeg has it, without the word for how it is computed: "mp3", not "mp3float".
    var codecName: String {
        // Safe: the descriptor is a constant.
        unsafe context.map { unsafe String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? "unknown"
    }

    /// The profile's name, where the codec has profiles and the stream has told.
    var profileName: String? {
        guard let context = unsafe context,
            let name = unsafe avcodec_profile_name(context.pointee.codec_id, context.pointee.profile)
        else { return nil }
        return unsafe String(cString: name)
    }

    /// What the stream itself says of its bit rate, in bit/s.
    var bitrate: Int? {
        let rate = unsafe context?.pointee.bit_rate ?? 0
        return rate > 0 ? Int(rate) : nil
    }

    /// Whether the samples have more than 16 bits worth keeping.
    var isDeep: Bool { unsafe (context?.pointee.bits_per_raw_sample ?? 0) > 16 && frame.isInteger }

    /// Gives the decoder one packet that lies at `data`; FFmpeg copies it, since the memory is not FFmpeg's.
    ///
    /// `trim` is how many samples at its beginning and at its end are padding of the encoder.
    func send(_ data: UnsafeRawBufferPointer, trim: (start: Int, end: Int) = (0, 0)) throws(FFmpegError) {
        guard let packet = unsafe packet, let base = data.baseAddress else { return }
        // Safe: FFmpeg only reads from the packet, and its copy is made before this returns.
        unsafe packet.pointee.data = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
        unsafe packet.pointee.size = Int32(data.count)
        if trim.start > 0 || trim.end > 0 { unsafe Self.add(trim, to: packet) }
        defer { unsafe av_packet_unref(packet) }
        try FFmpegError.check("decoding", unsafe avcodec_send_packet(context, packet))
    }

    /// Gives the decoder the packet that `demuxer` read last.
    func sendPacket(of demuxer: borrowing Demuxer) throws(FFmpegError) {
        try FFmpegError.check("decoding", unsafe avcodec_send_packet(context, demuxer.packet))
    }

    /// Says that no packet follows, so that what is held inside comes out.
    func sendEnd() {
        unsafe avcodec_send_packet(context, nil)
    }

    /// Takes the next decoded samples into `frame`.
    func receive() throws(FFmpegError) -> Outcome {
        let status = unsafe avcodec_receive_frame(context, frame.pointer)
        switch status {
        case CFFmpeg_errorAgain(): return .needsPacket
        case CFFmpeg_errorEOF(): return .end
        default:
            try FFmpegError.check("decoding", status)
            return .frame
        }
    }

    /// Takes and forgets all decoded samples that are ready.
    func discardFrames() throws(FFmpegError) {
        while try receive() == .frame {}
    }

    /// Swaps `frame` with `other`, so that the samples outlive the next `receive`.
    func keepFrame(in other: inout DecodedFrame) { swap(&frame, &other) }

    /// FFmpeg's side data: two little-endian counts and two bytes of reasons.
    private static func add(_ trim: (start: Int, end: Int), to packet: UnsafeMutablePointer<AVPacket>) {
        let size = 10
        guard let data = unsafe av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, size) else { return }
        // Safe: the side data holds ten bytes, which are all set.
        unsafe data.initialize(repeating: 0, count: size)
        unsafe UnsafeMutableRawPointer(data).storeBytes(of: UInt32(trim.start).littleEndian, as: UInt32.self)
        unsafe UnsafeMutableRawPointer(data).storeBytes(
            of: UInt32(trim.end).littleEndian, toByteOffset: 4, as: UInt32.self)
    }
}
