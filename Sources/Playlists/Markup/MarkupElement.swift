/// An element of XML or HTML, with the names of elements and attributes in lower case and without prefixes.
struct MarkupElement: Hashable {
    let name: String
    let attributes: [String: String]
    /// The text that lies directly in it.
    var text = ""
    var children: [MarkupElement] = []

    /// Every element below this one whose name is among `names`, in the document's order; what lies in one that is
    /// found is its own.
    func all(_ names: Set<String>) -> [MarkupElement] {
        children.flatMap { names.contains($0.name) ? [$0] : $0.all(names) }
    }
}
