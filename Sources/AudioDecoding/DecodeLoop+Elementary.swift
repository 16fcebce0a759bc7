extension DecodeLoop {
    /// Decodes MPEG audio or ADTS from the window's beginning on: frame by frame, no probing, no container.
    func decodeElementary(_ window: ByteWindow, first: ElementaryHeader) throws(FFmpegError) -> SegmentEnd {
        var track = ElementaryTrack(window, first: first)
        let decoder = try AudioDecoder(named: track.decoderName)
        while !control.isCancelled {
            switch track.framer.next() {
            case .stopped(let end): return end
            case .frame(let header):
                try decode(header, of: &track, with: decoder)
                window.drop(header.frameSize)
            }
        }
        return .cancelled
    }

    /// Decodes the frame at the window's beginning.
    private func decode(
        _ header: ElementaryHeader, of track: inout ElementaryTrack, with decoder: AudioDecoder
    ) throws(FFmpegError) {
        let use = track.use(of: header)
        guard use != .none else { return }
        do throws(FFmpegError) {
            // Safe: the decoder copies the bytes before the closure returns.
            try unsafe track.window.withFrame(header.frameSize) { data throws(FFmpegError) in
                try unsafe decoder.send(data, trim: track.trim(header))
            }
        } catch {
            return try conceal(samples: header.samples, sampleRate: header.sampleRate)
        }
        guard use == .sound else { return try decoder.discardFrames() }
        let position = feed.position(of: track.window.place)
        try take(decoder, from: position, as: track.container, bitrate: track.bitrate)
    }
}

/// What is known of a segment of MPEG audio or ADTS while it is decoded.
struct ElementaryTrack {
    /// What becomes of a frame.
    enum Use {
        /// It is heard.
        case sound
        /// It is decoded for what later frames refer to, and not heard.
        case lead
        /// It holds no sound.
        case none
    }

    let window: ByteWindow
    let framer: ElementaryFramer
    private let first: ElementaryHeader
    private var reservoir = BitReservoir()
    private var info: InfoFrame?
    private var hasBegun = false
    /// Frames decoded since the beginning, whether heard or not.
    private var count = 0
    /// Bits a second, where all frames in view at the beginning agree, or the first one says so.
    private(set) var bitrate: Int?

    /// A segment that begins where `window` does, with a frame with the header `first`.
    init(_ window: ByteWindow, first: ElementaryHeader) {
        self.window = window
        self.first = first
        framer = ElementaryFramer(window, first: first)
        bitrate = framer.constantBitrate()
    }

    /// The decoder's name, as FFmpeg has it.
    var decoderName: String {
        switch first.codec {
        case .mpeg(let layer): "mp\(layer)float"
        case .aac: "aac"
        }
    }

    /// The container's name, as FFmpeg has it.
    var container: String { first.codec == .aac ? "aac" : "mp3" }

    /// What is to become of the frame at the window's beginning.
    mutating func use(of header: ElementaryHeader) -> Use {
        guard header.codec == .mpeg(layer: 3) else { return .sound }
        defer { hasBegun = true }
        let (info, isInfo, reach) = window.look { bytes in
            (
                hasBegun ? nil : InfoFrame(bytes, header: header), InfoFrame.isIn(bytes, header: header),
                header.reservoirReach(in: bytes)
            )
        }
        if let info { (self.info, bitrate) = (info, info.bitrate(of: header)) }
        if isInfo { return .none }
        return reservoir.take(reach: reach, size: header.mainDataSize) ? .sound : .lead
    }

    /// How much of the frame at the window's beginning is an encoder's padding.
    mutating func trim(_ header: ElementaryHeader) -> (start: Int, end: Int) {
        defer { count += 1 }
        return info?.trim(ofFrame: count, samples: header.samples) ?? (0, 0)
    }
}
