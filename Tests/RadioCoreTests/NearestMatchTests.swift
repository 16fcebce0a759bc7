import RadioCore
import Testing

struct NearestMatchTests {
    private let ids = ["radiospiral", "drone", "deep-space-one", "groove-salad", "space-station"]

    @Test(
        "ranks the nearest first",
        arguments: [
            ("drnoe", "drone"), ("drone", "drone"), ("DRONE", "drone"), ("radio", "radiospiral"), ("dorne", "drone"),
            ("space", "space-station"), ("groovesalad", "groove-salad"), ("depe-space-one", "deep-space-one"),
        ])
    func ranks(word: String, nearest: String) {
        #expect(NearestMatch.ranked(word, among: ids).first == nearest)
    }

    @Test("keeps the order of what is equally near, and no more than asked for")
    func keepsOrder() {
        #expect(NearestMatch.ranked("x", among: ["a", "b", "c", "d"]) == ["a", "b", "c"])
        #expect(NearestMatch.ranked("", among: ["bb", "a"], limit: 5) == ["a", "bb"])
        #expect(NearestMatch.ranked("x", among: []).isEmpty)
    }

    @Test(
        "asks only for what may well be meant",
        arguments: [
            ("--statoin", "--station"), ("--vol", "--volume"), ("--jsno", "--json"), ("--xyzzyplugh", nil), ("", nil),
        ] as [(String, String?)])
    func asks(word: String, likely: String?) {
        #expect(NearestMatch.likely(word, among: ["--station", "--volume", "--json"]) == likely)
    }

    @Test("takes a huge word as it takes a long one")
    func boundsWork() {
        let huge = String(repeating: "x", count: 1_000_000)
        #expect(NearestMatch.ranked(huge, among: ids).count == 3)
    }
}
