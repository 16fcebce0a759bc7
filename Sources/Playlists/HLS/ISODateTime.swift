/// Moments as ISO 8601 writes them in full: `2026-11-30T20:32:27.123Z`, `…+01:00`, `…+0100`.
enum ISODateTime {
    private static let secondsPerDay = 86_400

    /// The time since 1970 that `text` states; `nil` when it states none. Without a zone it is taken for UTC.
    static func read(_ text: some StringProtocol) -> Duration? {
        let text = ListText.trimmed(text)
        guard let mark = text.firstIndex(where: { "Tt ".contains($0) }) else { return nil }
        let date = text[..<mark].split(separator: "-").map(DecimalNumber.read)
        let clock = text[mark...].dropFirst()
        let time = clock.prefix { $0.isNumber || ":.".contains($0) }
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            let seconds = seconds(time), let offset = offset(clock[time.endIndex...])
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        return .seconds(days * secondsPerDay - offset) + seconds
    }

    /// The time of day `hh:mm:ss`, with or without a fraction.
    private static func seconds(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = DecimalNumber.read(parts[0]), let minutes = DecimalNumber.read(parts[1]),
            let seconds = DecimalSeconds.read(parts[2]), hours < 24, minutes < 60, seconds < .seconds(61)
        else { return nil }
        return .seconds(hours * 3600 + minutes * 60) + seconds
    }

    /// How many seconds a zone is before UTC.
    private static func offset(_ zone: Substring) -> Int? {
        guard let sign = zone.first, sign != "Z", sign != "z" else { return 0 }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard "+-".contains(sign), digits.count == 4 || digits.count == 2, let number = DecimalNumber.read(digits)
        else {
            return nil
        }
        let (hours, minutes) = digits.count == 4 ? (number / 100, number % 100) : (number, 0)
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Days from the first of January 1970. Years are counted from March, so that a leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let years = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        let leapDays = years / 4 - years / 100 + years / 400
        // From March 1 of the year 0 on; 719 468 days before 1970.
        return years * 365 + leapDays + (months * 153 + 2) / 5 + day - 1 - 719_468
    }
}
