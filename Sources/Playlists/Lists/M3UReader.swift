/// Reads M3U lists: an address a line, `#EXTINF:seconds,title` before it where the list says more. Other lines with
/// `#` are comments.
enum M3UReader {
    private static let information = "#EXTINF:"

    /// Adds the entries of `text` to `list`.
    static func read(_ text: String, into list: inout EntryCollector) {
        var said = Substring()
        for line in ListText.lines(of: text) {
            if line.hasPrefix("#") {
                if line.uppercased().hasPrefix(information) { said = line.dropFirst(information.count) }
            } else {
                let (duration, title) = parts(said)
                list.add(line, title: title, duration: duration)
                said = Substring()
            }
        }
    }

    /// What `#EXTINF:` says: seconds, maybe attributes (`tvg-name="a, b"`), a comma, and the title.
    private static func parts(_ said: Substring) -> (duration: Duration?, title: Substring) {
        let seconds = said.prefix { $0 != "," && !$0.isWhitespace }
        let duration = DecimalSeconds.read(seconds)
        return (duration == .zero ? nil : duration, title(in: said))
    }

    /// What stands behind the first comma that is not within quotes.
    private static func title(in said: Substring) -> Substring {
        var isQuoted = false
        let attributes = said.prefix { character in
            if character == "\"" { isQuoted.toggle() }
            return character != "," || isQuoted
        }
        return said[attributes.endIndex...].dropFirst()
    }
}
