/// Why a text is not a duration.
public struct DurationTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Reason: Hashable, Sendable {
        /// There is nothing.
        case empty
        /// It is not numbers with units, from the longest to the shortest.
        case malformed
        /// It is longer than `DurationText.longest`.
        case tooLong
    }

    /// What was to be read.
    public let text: String
    /// What is wrong with it.
    public let reason: Reason

    /// A sentence that tells how to write it.
    public var description: String {
        let shown = SafeText.clean(text, limit: 40)
        return switch reason {
        case .empty: "a duration is missing: write one like 90, 90s, 45m, 1h30m or 500ms"
        case .malformed: "\"\(shown)\" is not a duration: write one like 90, 90s, 45m, 1h30m or 500ms"
        case .tooLong: "\"\(shown)\" is too long: the longest duration is \(DurationText.format(DurationText.longest))"
        }
    }
}
