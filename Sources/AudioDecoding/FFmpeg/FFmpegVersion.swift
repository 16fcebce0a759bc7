import CFFmpeg

/// Which FFmpeg is linked.
package enum FFmpegVersion {
    /// FFmpeg's release and the versions of its libraries, for `--version`.
    package static var text: String {
        // Safe: FFmpeg returns a constant.
        let release = unsafe av_version_info().map { unsafe String(cString: $0) } ?? "unknown"
        return "\(release) (libavformat \(dotted(avformat_version())), libavcodec \(dotted(avcodec_version())))"
    }

    /// FFmpeg packs a version into 16, 8 and 8 bits.
    private static func dotted(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
    }
}
