/// Reads QuickTime's media links: `<embed src="…"/>`, or `RTSPtext` and the address behind it.
enum QTLReader {
    private static let mark = "rtsptext"

    /// Adds the entries of `text` to `list`.
    static func read(_ text: String, into list: inout EntryCollector) {
        let text = ListText.trimmed(text)
        if text.lowercased().hasPrefix(mark) {
            for line in ListText.lines(of: text.dropFirst(mark.count)) { list.add(line) }
        } else {
            for embed in MarkupParser.parse(text).all(["embed"]) {
                if let address = embed.attributes["src"] { list.add(address) }
            }
        }
    }
}
