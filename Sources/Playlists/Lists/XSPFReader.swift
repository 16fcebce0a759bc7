/// Reads XSPF lists: `trackList/track/location`, `title` and `duration` in milliseconds (https://xspf.org/spec, 4.1).
/// Several locations of a track are ways to the same, and follow each other.
enum XSPFReader {
    /// Adds the entries of `document` to `list`.
    static func read(_ document: MarkupElement, into list: inout EntryCollector) {
        for track in document.all(["track"]) {
            let title = track.all(["title"]).first?.text
            let milliseconds = track.all(["duration"]).first.flatMap { DecimalNumber.read(ListText.trimmed($0.text)) }
            let duration = milliseconds.flatMap { $0 > 0 ? Duration.milliseconds($0) : nil }
            for location in track.all(["location"]) where !ListText.trimmed(location.text).isEmpty {
                list.add(location.text, title: title, duration: duration)
            }
        }
    }
}
