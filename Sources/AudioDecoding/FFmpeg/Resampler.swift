import CFFmpeg
import RadioCore

/// Makes a codec's samples the output's: sample format, rate, channels, and, slightly, speed. Belongs to the decoder thread.
///
/// Where rate and channels already agree and the speed was never touched, samples pass unchanged, only interleaved.
@safe final class Resampler {
    /// How a codec lays its samples out; a frame that differs needs another resampler.
    struct Input: Equatable {
        let sampleFormat: Int32
        let sampleRate: Int
        let channels: Int
        let layout: UInt64

        /// The layout of `frame`.
        init(_ frame: DecodedFrame) {
            sampleFormat = frame.sampleFormat.rawValue
            sampleRate = frame.sampleRate
            channels = frame.channels
            layout = frame.channelMask
        }
    }

    /// Output frames for which one request to change the speed holds: long, and renewed before it runs out.
    private static let compensationSpan = 1_000_000

    /// What goes in.
    let input: Input
    /// What comes out, interleaved floats.
    let output: AudioFormat
    /// Whether it has a filter, and so can change the speed and holds a few frames back.
    let isFiltering: Bool

    // Safe: owned here alone, freed in `deinit`.
    private var context: OpaquePointer?
    private var samples: UnsafeMutablePointer<Float>
    private var capacity = 8192
    private var adjustment = 0
    private var adjustedFrames = 0

    /// Converts frames laid out like `frame` to `output`; with `filtering` even where the rates agree.
    init(from frame: DecodedFrame, to output: AudioFormat, filtering: Bool) throws(FFmpegError) {
        input = Input(frame)
        self.output = output
        isFiltering = filtering || input.sampleRate != output.sampleRate
        unsafe samples = .allocate(capacity: capacity * output.channels)
        try configure(frame)
        unsafe av_opt_set_int(UnsafeMutableRawPointer(context), "linear_interp", 1, 0)
        if isFiltering {
            unsafe av_opt_set_int(UnsafeMutableRawPointer(context), "flags", Int64(SWR_FLAG_RESAMPLE), 0)
        }
        if input.channels == 1, output.channels == 2 { unsafe Self.doubleMono(context) }
        try FFmpegError.check("opening the resampler", unsafe swr_init(context))
    }

    deinit {
        unsafe swr_free(&context)
        unsafe samples.deallocate()
    }

    /// Output frames that are still inside.
    var heldFrames: Int { isFiltering ? max(0, Int(unsafe swr_get_delay(context, Int64(output.sampleRate)))) : 0 }

    /// Converts `frame`; the samples are valid until the next call.
    func convert(_ frame: DecodedFrame) throws(FFmpegError) -> UnsafeMutableBufferPointer<Float> {
        reserve(for: frame.count)
        // Safe: the frame holds `count` frames laid out as `input` says.
        let planes = unsafe UnsafeMutableRawPointer(frame.pointer.pointee.extended_data)?
            .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        return try unsafe convert(planes, count: frame.count)
    }

    /// Gives out what is still inside, at the end of what goes in.
    func drain() throws(FFmpegError) -> UnsafeMutableBufferPointer<Float> {
        reserve(for: 0)
        return try unsafe convert(nil, count: 0)
    }

    /// Plays `ppm` parts per million slower from the next frame on; needs a filter.
    ///
    /// Positive numbers make more output of the same input. Called before each frame, since a request runs out.
    func adjust(ppm: Int) throws(FFmpegError) {
        guard ppm != adjustment || adjustedFrames > Self.compensationSpan / 2 else { return }
        // A delta of `ppm` over a million frames is `ppm` parts per million.
        try FFmpegError.check(
            "changing the speed", unsafe swr_set_compensation(context, Int32(ppm), Int32(Self.compensationSpan)))
        adjustment = ppm
        adjustedFrames = 0
    }

    private func configure(_ frame: DecodedFrame) throws(FFmpegError) {
        var layout = unsafe AVChannelLayout()
        unsafe av_channel_layout_default(&layout, Int32(output.channels))
        defer { unsafe av_channel_layout_uninit(&layout) }
        // An unknown order of channels is taken for the usual one.
        var source = unsafe AVChannelLayout()
        unsafe av_channel_layout_default(&source, Int32(input.channels))
        defer { unsafe av_channel_layout_uninit(&source) }
        if input.layout != 0 { unsafe av_channel_layout_copy(&source, &frame.pointer.pointee.ch_layout) }
        try FFmpegError.check(
            "opening the resampler",
            unsafe swr_alloc_set_opts2(
                &context, &layout, AV_SAMPLE_FMT_FLT, Int32(output.sampleRate), &source, frame.sampleFormat,
                Int32(input.sampleRate), 0, nil))
    }

    private func reserve(for count: Int) {
        let needed = Int(unsafe swr_get_out_samples(context, Int32(count))) + 32
        guard needed > capacity else { return }
        unsafe samples.deallocate()
        capacity = needed * 2
        unsafe samples = .allocate(capacity: capacity * output.channels)
    }

    private func convert(
        _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
    ) throws(FFmpegError) -> UnsafeMutableBufferPointer<Float> {
        // Safe: `samples` has room for `capacity` frames, and FFmpeg is told so.
        var destination: UnsafeMutablePointer<UInt8>? = unsafe UnsafeMutableRawPointer(samples)
            .assumingMemoryBound(to: UInt8.self)
        let made = try FFmpegError.check(
            "resampling", unsafe swr_convert(context, &destination, Int32(capacity), planes, Int32(count)))
        adjustedFrames += Int(made)
        return unsafe UnsafeMutableBufferPointer(start: samples, count: Int(made) * output.channels)
    }

    /// FFmpeg would make mono 3 dB softer on two channels; a loudspeaker each at full level is what mono means here.
    private static func doubleMono(_ context: OpaquePointer?) {
        let matrix: [Double] = [1, 1]
        unsafe swr_set_matrix(context, matrix, 1)
    }
}
