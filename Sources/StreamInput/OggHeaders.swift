import RadioCore

/// Collects the headers of each link of an Ogg chain, from bytes fed in pieces of any size. Pure.
///
/// A link begins with a page that is marked as its stream's first; the old link need not have said that it ends.
package struct OggHeaders: Sendable {
    private struct Link {
        let position: Int
        var bytes: [UInt8] = []
        /// Bytes that were not kept because there were too many.
        var isOverLimit = false
        /// The stream that carries the sound, once its first page has come.
        var stream: OggHeaderPackets?
        /// Whether a page has come that is not the first of its stream: from then on a first page begins a new link.
        var hasBegun = false

        mutating func keep(_ more: some Collection<UInt8>) {
            isOverLimit = isOverLimit || bytes.count + more.count > CodecHeader.limit
            if isOverLimit { bytes = [] } else { bytes += more }
        }
    }

    private var scanner: OggPageScanner
    private var hasSeenPage = false
    private var link: Link?
    private var page: OggPage?
    private var payload: [UInt8] = []

    /// Headers of a body whose first byte lies at `position`.
    package init(position: Int) {
        scanner = OggPageScanner(position: position)
    }

    /// Whether what came last is, or may be, part of a link's headers.
    package var isInHeaders: Bool { link != nil || !hasSeenPage }

    /// Takes the bytes that follow; tells `found` of each link when its headers are complete.
    package mutating func feed(_ bytes: RawSpan, found: (CodecHeader) -> Void) {
        var findings: [OggPageScanner.Finding] = []
        scanner.feed(bytes) { findings.append($0) }
        for finding in findings {
            switch finding {
            case .page(let page): begin(page)
            case .payload(let range): if link != nil { for place in range { payload.append(bytes.byte(at: place)) } }
            case .pageEnd(let page): if let header = finish(page) { found(header) }
            }
        }
    }

    private mutating func begin(_ page: OggPage) {
        payload.removeAll(keepingCapacity: true)
        hasSeenPage = true
        // Several streams may begin side by side; their first pages come one after the other.
        guard page.isFirst, link?.hasBegun ?? true else { return }
        link = Link(position: page.position)
    }

    /// Takes the page whose payload is complete; gives the headers when they are, after which the link is let go.
    private mutating func finish(_ page: OggPage) -> CodecHeader? {
        guard var link else { return nil }
        link.keep(page.head)
        link.keep(payload)
        if page.isFirst, link.stream == nil { link.stream = OggHeaderPackets(page: page, payload: payload) }
        link.hasBegun = link.hasBegun || !page.isFirst
        if link.stream?.serial == page.serial { link.stream?.take(page, payload: payload) }
        // A link without sound is let go once all its streams have begun.
        self.link = link.hasBegun && link.stream == nil ? nil : link
        guard let stream = link.stream, stream.isComplete else { return nil }
        self.link = nil
        return CodecHeader(
            codec: stream.codec, position: link.position, end: page.end, bytes: link.bytes, title: stream.title)
    }
}
