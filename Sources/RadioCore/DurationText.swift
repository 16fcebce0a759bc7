/// Durations as people write them: `90`, `90s`, `45m`, `1h30m`, `500ms`.
public enum DurationText {
    /// The longest duration that is read: a year, in seconds.
    public static let longest = Duration.seconds(366 * 24 * 3600)

    /// A unit, the longest first, which is also the order in which they follow each other.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// Reads a duration: a bare number of seconds, or numbers with units from the longest to the shortest.
    public static func parse(_ text: String) throws(DurationTextError) -> Duration {
        guard !text.isEmpty else { throw DurationTextError(text: text, reason: .empty) }
        let total = text.utf8.allSatisfy(isDigit) ? try number(text[...], of: text, times: 1_000) : try sum(text)
        let duration = Duration.milliseconds(total)
        guard duration <= longest else { throw DurationTextError(text: text, reason: .tooLong) }
        return duration
    }

    /// Writes `duration` so that `parse` reads the same, to the millisecond; what is negative is written as `0s`.
    public static func format(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        var rest = max(0, seconds) * 1_000 + max(0, attoseconds) / 1_000_000_000_000_000
        var text = ""
        for unit in units where rest >= unit.milliseconds {
            text += "\(rest / unit.milliseconds)\(unit.name)"
            rest %= unit.milliseconds
        }
        return text.isEmpty ? "0s" : text
    }

    private static func sum(_ text: String) throws(DurationTextError) -> Int64 {
        var rest = text[...]
        var open = units[...]
        var total: Int64 = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.utf8.allSatisfy(isDigit) }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { !$0.utf8.allSatisfy(isDigit) }
            rest = rest[name.endIndex...]
            guard let index = open.firstIndex(where: { $0.name == name }) else {
                throw DurationTextError(text: text, reason: .malformed)
            }
            let (sum, overflow) = total.addingReportingOverflow(
                try number(digits, of: text, times: open[index].milliseconds))
            guard !overflow else { throw DurationTextError(text: text, reason: .tooLong) }
            total = sum
            open = open[(index + 1)...]
        }
        return total
    }

    private static func number(
        _ digits: Substring, of text: String, times unit: Int64
    ) throws(DurationTextError) -> Int64 {
        guard !digits.isEmpty else { throw DurationTextError(text: text, reason: .malformed) }
        guard let number = Int64(digits), case (let product, false) = number.multipliedReportingOverflow(by: unit)
        else { throw DurationTextError(text: text, reason: .tooLong) }
        return product
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
