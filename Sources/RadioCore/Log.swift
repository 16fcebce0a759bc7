/// How much a log line matters, the gravest first.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case error
    case warning
    case info
    case debug

    /// Whether `lhs` is graver than `rhs`.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool {
        lhs.rank < rhs.rank
    }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}

/// Where log lines go; handed to each stage by its maker, safe to call from any thread but the realtime callback.
public struct Log: Sendable {
    private let level: LogLevel
    private let domain: String
    private let sink: @Sendable (LogLevel, _ domain: String, _ message: String) -> Void

    /// Sends lines of `level` and graver to `sink`.
    public init(
        level: LogLevel, domain: String = "player",
        sink: @escaping @Sendable (LogLevel, _ domain: String, _ message: String) -> Void
    ) {
        self.level = level
        self.domain = domain
        self.sink = sink
    }

    /// A log that says nothing.
    public static let silent = Log(level: .error) { _, _, _ in }

    /// The same log, speaking for another part of the engine.
    public func domain(_ domain: String) -> Log {
        Log(level: level, domain: domain, sink: sink)
    }

    /// Logs `message`, which is only made when `level` is wanted.
    public func callAsFunction(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level <= self.level else { return }
        sink(level, domain, message())
    }
}
