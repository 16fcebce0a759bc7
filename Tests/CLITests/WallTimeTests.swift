import Testing

@testable import CLI

@Suite struct WallTimeTests {
    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_709_251_199_007, "2024-02-29T23:59:59.007Z"), (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    ])
    func `writes ISO 8601 in UTC`(milliseconds: Int64, text: String) {
        #expect(WallTime(milliseconds: milliseconds).iso8601 == text)
    }

    @Test func `finds the start of a process whose name holds parentheses`() {
        let fields = (1...40).map { String($0 + 2) }.joined(separator: " ")
        #expect(ProcessClock.startTicks("12 (a) b (c) S \(fields)") == 21)
        #expect(ProcessClock.startTicks("nonsense") == nil)
    }
}
