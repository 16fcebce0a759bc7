import Testing

@testable import Playlists

struct ISODateTimeTests {
    @Test(
        "reads a moment",
        arguments: [
            ("1970-01-01T00:00:00Z", .zero), ("2000-02-29T12:00:00.250Z", .milliseconds(951_825_600_250)),
            ("2026-11-30T20:32:27+01:00", .seconds(1_796_067_147)),
            ("2026-11-30T20:32:27-0130", .seconds(1_796_076_147)),
            ("2026-11-30t20:32:27", .seconds(1_796_070_747)), ("2024-03-01T00:00:00+00", .seconds(1_709_251_200)),
            ("", nil), ("2026-11-30", nil), ("2026-13-01T00:00:00Z", nil), ("2026-11-30T25:00:00Z", nil),
            ("2026-11-30T20:32Z", nil), ("2026-11-30T20:32:27X", nil), ("x-y-zT1:2:3", nil),
        ] as [(String, Duration?)])
    func readsMoments(text: String, time: Duration?) {
        #expect(ISODateTime.read(text) == time)
    }
}
