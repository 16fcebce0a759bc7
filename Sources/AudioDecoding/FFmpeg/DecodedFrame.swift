import CFFmpeg

/// The samples that one packet decoded to, in the codec's own sample format. Belongs to the decoder thread.
@safe final class DecodedFrame {
    // Safe: the frame belongs to this object and its thread alone; FFmpeg fills in what it describes.

    /// Owned here alone, freed in `deinit`; its samples are counted references into FFmpeg's pool.
    let pointer: UnsafeMutablePointer<AVFrame>

    /// An empty frame.
    init() throws(FFmpegError) {
        guard let pointer = unsafe av_frame_alloc() else {
            throw FFmpegError.noMemory("making a frame")
        }
        unsafe self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = unsafe pointer
        unsafe av_frame_free(&pointer)
    }

    /// Frames in it.
    var count: Int { Int(unsafe pointer.pointee.nb_samples) }
    /// Frames a second.
    var sampleRate: Int { Int(unsafe pointer.pointee.sample_rate) }
    /// Samples in a frame.
    var channels: Int { Int(unsafe pointer.pointee.ch_layout.nb_channels) }
    /// Which loudspeakers the channels are for, FFmpeg's bits; 0 where nobody said.
    var channelMask: UInt64 {
        guard unsafe pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE else { return 0 }
        return unsafe pointer.pointee.ch_layout.u.mask
    }
    /// How FFmpeg lays the samples out.
    var sampleFormat: AVSampleFormat { AVSampleFormat(rawValue: unsafe pointer.pointee.format) }
    /// Whether the codec computes in integers.
    var isInteger: Bool {
        let packed = av_get_packed_sample_fmt(sampleFormat)
        return packed == AV_SAMPLE_FMT_S16 || packed == AV_SAMPLE_FMT_S32
    }
}
