/// Numbers as lists write them: digits and nothing else, which `Int` alone would not insist on.
enum DecimalNumber {
    /// The largest number that is believed; calculating with a few of them does not overflow.
    static let most = 1 << 53

    /// The number that `text` states, from 0 to `most`.
    static func read(_ text: some StringProtocol) -> Int? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text).flatMap { $0 <= most ? $0 : nil }
    }
}
