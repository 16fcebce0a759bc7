import RadioCore

/// Finds where an Ogg stream's next chain link begins: at the first page that begins a stream behind pages that do not.
///
/// The end-of-stream flag is not relied on: some encoders leave it out.
struct OggLinkSplitter {
    /// So many bytes in a row that belong to no page are no Ogg any more.
    static let garbageLimit = 64 << 10

    private var scanner: OggPageScanner
    private var hasLeftHeaders = false
    private var skippedAtPage = 0

    /// A splitter whose first byte will lie at `place`.
    init(place: Int) {
        scanner = OggPageScanner(position: place)
    }

    /// Whether what passes is no Ogg any more.
    var isLost: Bool { scanner.skipped - skippedAtPage > Self.garbageLimit }

    /// Takes the bytes that follow, and gives the place of the next link when it begins in them.
    mutating func feed(_ bytes: RawSpan) -> Int? {
        var link: Int?
        var (hasLeft, skipped) = (hasLeftHeaders, skippedAtPage)
        let before = scanner.skipped
        scanner.feed(bytes) { finding in
            guard case .page(let page) = finding, link == nil else { return }
            skipped = before
            if page.isFirst, hasLeft { link = page.position }
            if !page.isFirst { hasLeft = true }
        }
        (hasLeftHeaders, skippedAtPage) = (hasLeft, skipped)
        return link
    }
}
