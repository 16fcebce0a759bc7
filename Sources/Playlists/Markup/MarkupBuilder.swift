/// Builds a bounded tree of what a parser tells. A class, because a C library hands it back and forth.
final class MarkupBuilder {
    /// How deeply elements may lie in each other. A list needs five; one whose elements are never closed needs more.
    static let deepest = 64
    /// How many elements are taken.
    static let most = 10_000

    /// Whether no more is taken, because there was too much.
    private(set) var isFull = false
    private var count = 0
    /// The elements that are open, the document first.
    private var open = [MarkupElement(name: "", attributes: [:])]

    func start(_ name: String, _ attributes: [String: String]) {
        isFull = isFull || open.count > Self.deepest || count >= Self.most
        guard !isFull else { return }
        count += 1
        open.append(MarkupElement(name: name, attributes: attributes))
    }

    func text(_ text: String) {
        guard !isFull else { return }
        open[open.count - 1].text += text
    }

    func end() {
        guard !isFull else { return }
        close()
    }

    /// The document with everything that was told; elements that are still open end here.
    func document() -> MarkupElement {
        while open.count > 1 { close() }
        return open[0]
    }

    private func close() {
        guard open.count > 1, let element = open.popLast() else { return }
        open[open.count - 1].children.append(element)
    }
}
