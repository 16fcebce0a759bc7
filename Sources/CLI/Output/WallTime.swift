import Glibc

/// A moment of the calendar, as lines show it.
struct WallTime: Hashable, Sendable {
    /// Milliseconds since 1970 in UTC.
    let milliseconds: Int64

    /// The moment of the call.
    static func now() -> WallTime {
        var time = timespec()
        // Safe: `time` outlives the call, which only fills it.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// ISO 8601 in UTC, to the millisecond: `2024-02-29T23:59:59.007Z`.
    var iso8601: String {
        let (days, rest) = Self.floored(milliseconds, by: 86_400_000)
        let (seconds, milli) = rest.quotientAndRemainder(dividingBy: 1_000)
        let date = Self.date(ofDay: days)
        return "\(Self.digits(date.year, 4))-\(Self.digits(date.month, 2))-\(Self.digits(date.day, 2))"
            + "T\(Self.clock(seconds)).\(Self.digits(milli, 3))Z"
    }

    /// The local time of day, `HH:MM:SS`.
    var localClock: String {
        var seconds = time_t(Self.floored(milliseconds, by: 1_000).quotient)
        var parts = unsafe tm()
        // Safe: both outlive the call, which only reads the one and fills the other.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return Self.clock(0) }
        return unsafe Self.clock(Int64(parts.tm_hour * 3_600 + parts.tm_min * 60 + min(parts.tm_sec, 59)))
    }

    private static func clock(_ seconds: Int64) -> String {
        "\(digits(seconds / 3_600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// The Gregorian date of a day counted from 1970, by eras of 400 years that begin on the first of March.
    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floored(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// The quotient rounded down, and the rest that is never negative.
    private static func floored(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
