import RadioCore

/// Reads the values of options; each throws a sentence without the option's name.
enum OptionValue {
    /// A duration within `range`.
    static func duration(_ text: String, in range: ClosedRange<Duration>) throws(UsageError) -> Duration {
        let duration: Duration
        do {
            duration = try DurationText.parse(text)
        } catch {
            throw UsageError(error.description)
        }
        guard range.contains(duration) else {
            let bounds = "\(DurationText.format(range.lowerBound)) to \(DurationText.format(range.upperBound))"
            throw UsageError("\(DurationText.format(duration)) is out of range: \(bounds)")
        }
        return duration
    }

    /// A volume, 0 to 100.
    static func volume(_ text: String) throws(UsageError) -> Int {
        guard let volume = Int(text), (0...100).contains(volume) else {
            throw UsageError("expected a number from 0 to 100, found \(UsageError.quoted(text))")
        }
        return volume
    }

    /// How grave a line must be to be logged.
    static func logLevel(_ text: String) throws(UsageError) -> LogLevel {
        guard let level = LogLevel(rawValue: text) else {
            throw .unknown("level", text, among: LogLevel.allCases.map(\.rawValue))
        }
        return level
    }

    /// A player's name.
    static func instance(_ text: String) throws(UsageError) -> String {
        guard InstanceName.isValid(text) else {
            throw UsageError("expected at most 32 of a-z, 0-9 and -, found \(UsageError.quoted(text))")
        }
        return text
    }
}
