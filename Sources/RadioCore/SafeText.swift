/// The one place where text from outside is made safe: for a terminal, a log, a file name, a line of JSON.
///
/// Everything that servers and files say passes here before it is shown or kept. Pure; safe to call from any thread.
package enum SafeText {
    /// How many Characters a text has at most, where nothing else is asked for.
    package static let standardLimit = 512
    /// How many bytes of UTF-8 a cleaned text has at most for each Character that it may have.
    package static let bytesPerCharacter = 8
    /// How many combining marks one Character keeps.
    static let marksPerCharacter = 4
    /// How many Unicode scalars one Character keeps; the longest emoji in use has eleven.
    static let scalarsPerCharacter = 12

    /// `text` with nothing in it that could drive a terminal, break a line, hide or reorder what is read.
    ///
    /// Control characters, escape sequences, bidirectional controls, invisible characters, noncharacters and
    /// private-use characters are taken out; every run of white space becomes one space, and none is left at the ends.
    /// The result has at most `limit` Characters and `bytesPerCharacter` times as many bytes, so that a text made of
    /// endless combining marks is bounded as well.
    package static func clean(_ text: String, limit: Int = standardLimit) -> String {
        var filter = TextFilter()
        for scalar in EscapeSequences.removed(from: text.unicodeScalars) {
            filter.take(scalar)
        }
        return bounded(filter.text, limit: max(0, limit))
    }

    /// The start of `text` that keeps to the limits of `clean`.
    private static func bounded(_ text: String, limit: Int) -> String {
        let (bytes, overflow) = limit.multipliedReportingOverflow(by: bytesPerCharacter)
        let most = overflow ? Int.max : bytes
        var result = ""
        for character in text.prefix(limit) {
            let kept = shortened(character)
            guard result.utf8.count + kept.utf8.count <= most else { break }
            result += kept
        }
        return withoutLooseEnd(result)
    }

    /// `character` with no more scalars than a Character may keep.
    private static func shortened(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        guard scalars.count > scalarsPerCharacter else { return String(character) }
        return withoutLooseEnd(String(String.UnicodeScalarView(scalars.prefix(scalarsPerCharacter))))
    }

    /// `text` without what a cut may leave at its end: a space between two words, a joiner between two characters.
    private static func withoutLooseEnd(_ text: String) -> String {
        var scalars = text.unicodeScalars
        while let last = scalars.last, [" ", "\u{200C}", "\u{200D}"].contains(last) { scalars.removeLast() }
        return String(scalars)
    }
}
