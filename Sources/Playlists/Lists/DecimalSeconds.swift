/// Seconds as lists write them: digits, and maybe a fraction (RFC 8216, 4.2: decimal-floating-point).
enum DecimalSeconds {
    /// More seconds than this are taken for nonsense: ten days.
    private static let most = 864_000
    /// Digits of the fraction that count: nanoseconds.
    private static let digits = 9

    /// The duration that `text` states; `nil` when it states none, and for what is negative, which means live.
    static func read(_ text: some StringProtocol) -> Duration? {
        let parts = ListText.trimmed(text).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, let seconds = DecimalNumber.read(whole), seconds <= most else { return nil }
        guard parts.count == 2, !parts[1].isEmpty else { return .seconds(seconds) }
        let fraction = parts[1].prefix(digits)
        guard var nanoseconds = DecimalNumber.read(fraction) else { return nil }
        for _ in fraction.count..<digits { nanoseconds *= 10 }
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}
