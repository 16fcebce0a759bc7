import CFFmpeg

/// A call into FFmpeg that failed.
struct FFmpegError: Error, CustomStringConvertible {
    /// What was attempted.
    let operation: String
    /// FFmpeg's error code.
    let code: Int32

    /// The operation and FFmpeg's own words.
    var description: String { "\(operation): \(Self.words(for: code)) (FFmpeg error \(code))" }

    /// The system gave no memory for `operation`.
    static func noMemory(_ operation: String) -> FFmpegError {
        FFmpegError(operation: operation, code: CFFmpeg_errorMemory())
    }

    /// Throws unless `status` says that `operation` worked; gives the status back.
    @discardableResult
    static func check(_ operation: String, _ status: Int32) throws(FFmpegError) -> Int32 {
        guard status < 0 else { return status }
        throw FFmpegError(operation: operation, code: status)
    }

    /// FFmpeg's words for an error code.
    static func words(for code: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { text in
            guard let start = text.baseAddress else { return "unknown" }
            // Safe: FFmpeg writes at most as many bytes as it is told, the final zero included, also when it fails.
            unsafe av_strerror(code, start, text.count)
            return unsafe String(cString: start)
        }
    }
}
