import CFFmpeg
import RadioCore
import Synchronization

/// Routes FFmpeg's chatter, which it keeps for the whole process, into our log at debug.
enum FFmpegLog {
    private static let log = Guarded<Log>(.silent)

    /// Sets FFmpeg's callback once; Swift runs this initialiser exactly once, whichever thread comes first.
    private static let installed: Void = {
        // Safe: the callback captures nothing, and FFmpeg allows any thread to call it.
        unsafe av_log_set_callback { context, level, format, arguments in
            guard level <= AV_LOG_WARNING else { return }
            unsafe FFmpegLog.write(context, level, format, arguments)
        }
    }()

    /// Sends FFmpeg's lines to `log` from now on, whichever session they come from.
    static func route(to log: Log) {
        _ = installed
        self.log.withLock { $0 = log }
    }

    private static func write(
        _ context: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?,
        _ arguments: CVaListPointer?
    ) {
        let log = log.withLock { $0 }
        log(.debug, unsafe line(context, level, format, arguments))
    }

    private static func line(
        _ context: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?,
        _ arguments: CVaListPointer?
    ) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
            guard let start = text.baseAddress, let arguments = unsafe arguments else { return "" }
            var printsPrefix: Int32 = 1
            // Safe: FFmpeg writes at most as many bytes as it is told, the final zero included.
            unsafe av_log_format_line(context, level, format, arguments, start, Int32(text.count), &printsPrefix)
            let line = unsafe String(cString: start)
            return line.hasSuffix("\n") ? String(line.dropLast()) : line
        }
    }
}
