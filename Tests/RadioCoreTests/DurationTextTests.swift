import Testing

@testable import RadioCore

struct DurationTextTests {
    @Test(
        "reads what people write",
        arguments: [
            ("0", .zero), ("90", .seconds(90)), ("90s", .seconds(90)), ("45m", .seconds(2_700)),
            ("1h30m", .seconds(5_400)), ("500ms", .milliseconds(500)), ("1h2m3s4ms", .milliseconds(3_723_004)),
            ("1h5ms", .milliseconds(3_600_005)), ("90m", .seconds(5_400)), ("007s", .seconds(7)),
            ("8784h", DurationText.longest),
        ] as [(String, Duration)])
    func reads(text: String, duration: Duration) throws {
        #expect(try DurationText.parse(text) == duration)
    }

    @Test(
        "refuses the rest, and says why",
        arguments: [
            ("", .empty), ("s", .malformed), ("1x", .malformed), ("1.5s", .malformed), ("-1", .malformed),
            ("+1", .malformed), (" 1", .malformed), ("1 s", .malformed), ("1h30", .malformed), ("30m1h", .malformed),
            ("1m1m", .malformed), ("1ms1s", .malformed), ("1H", .malformed), ("١s", .malformed),
            ("1\u{301}", .malformed),
            ("never", .malformed), ("8784h1ms", .tooLong), ("99999999999999999999", .tooLong),
            ("9223372036854775807", .tooLong), ("9223372036854775807h", .tooLong),
            ("2562047788015h9223372036854775807ms", .tooLong),
        ] as [(String, DurationTextError.Reason)])
    func refuses(text: String, reason: DurationTextError.Reason) {
        #expect(throws: DurationTextError(text: text, reason: reason)) { try DurationText.parse(text) }
    }

    @Test("writes what it reads as the same again")
    func roundTrips() throws {
        for milliseconds in [0, 1, 999, 1_000, 1_001, 59_999, 60_000, 3_600_000, 3_723_004, 86_400_000] {
            let duration = Duration.milliseconds(milliseconds)
            #expect(try DurationText.parse(DurationText.format(duration)) == duration)
        }
        #expect(DurationText.format(.seconds(5_400)) == "1h30m")
        #expect(DurationText.format(.seconds(-5)) == "0s")
    }

    @Test("says in one safe sentence how to write it")
    func describes() {
        let error = DurationTextError(text: "\u{1B}[2Jsoon", reason: .malformed)
        #expect(error.description == "\"soon\" is not a duration: write one like 90, 90s, 45m, 1h30m or 500ms")
    }
}
