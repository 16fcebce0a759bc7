import RadioCore

/// What is wrong with a command line, in one sentence; ends with status 64.
package struct UsageError: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    package let description: String

    /// Complains with a sentence.
    init(_ description: String) {
        self.description = description
    }

    /// Complains that there is no such `kind` as `word`, and names the candidate that may have been meant.
    static func unknown(_ kind: String, _ word: String, among candidates: [String]) -> UsageError {
        let shown = "unknown \(kind) \(quoted(word))"
        guard let nearest = NearestMatch.likely(word, among: candidates) else { return UsageError(shown) }
        return UsageError("\(shown); did you mean \(nearest)?")
    }

    /// What somebody typed, safe to print and short.
    static func quoted(_ word: String) -> String {
        "\"\(SafeText.clean(word, limit: 80))\""
    }
}
