/// Reads Windows Media's ASX lists: `entry/ref` with `href`, titles, and `entryref` to a further list.
///
/// Source: https://learn.microsoft.com/windows/win32/wmp/windows-media-metafile-elements-reference
enum ASXReader {
    /// Adds the entries of `document` to `list`, in the order in which they lie there.
    static func read(_ document: MarkupElement, into list: inout EntryCollector) {
        read(document, title: nil, into: &list)
    }

    /// A reference that is never closed holds those that follow it.
    private static func read(_ element: MarkupElement, title: String?, into list: inout EntryCollector) {
        for child in element.children {
            if ["ref", "entryref"].contains(child.name) { add(child, title: title, to: &list) }
            let title = child.name == "entry" ? child.all(["title"]).first?.text : title
            read(child, title: title, into: &list)
        }
    }

    /// An address ends where what no address holds shows that its closing quote is missing.
    private static func add(_ element: MarkupElement, title: String?, to list: inout EntryCollector) {
        guard let value = element.attributes["href"] else { return }
        let address = ListText.trimmed(value).prefix { !$0.isNewline && !"<>\"".contains($0) }
        list.add(address, title: title)
    }
}
