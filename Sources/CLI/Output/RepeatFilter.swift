/// Keeps a line that comes again and again from filling a night's log: the same text passes once in a while, and then
/// tells how often it was left out. Pure; the time comes from outside.
struct RepeatFilter {
    /// How long the same text is left out after it has passed.
    static let interval = Duration.seconds(10)
    /// How many texts are remembered; the oldest is forgotten first.
    static let memory = 16

    private var passed: [(text: String, at: Duration, omitted: Int)] = []

    /// `text` as it should be shown at `now`, or `nil` where it has just been shown.
    mutating func show(_ text: String, at now: Duration) -> String? {
        guard let index = passed.firstIndex(where: { $0.text == text }) else {
            if passed.count == Self.memory { passed.removeFirst() }
            passed.append((text, now, 0))
            return text
        }
        guard now - passed[index].at >= Self.interval else {
            passed[index].omitted += 1
            return nil
        }
        let omitted = passed.remove(at: index).omitted
        passed.append((text, now, 0))
        return omitted == 0 ? text : "\(text) (\(omitted) more of these)"
    }
}
