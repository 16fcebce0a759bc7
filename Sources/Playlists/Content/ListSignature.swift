/// Finds out from its text what a document is. Pure.
enum ListSignature {
    /// What the text says.
    enum Verdict: Equatable {
        case list(PlaylistKind)
        case webPage
        /// Neither a list nor a page.
        case other
        /// Nothing speaks against a list yet, and more text is needed.
        case undecided
    }

    /// What lists begin with that are no markup, in lower case.
    private static let marks: [(mark: String, kind: PlaylistKind)] = [
        ("[playlist]", .pls), ("[reference]", .references), ("#extm3u", .m3u), ("rtsptext", .qtl), ("smiltext", .smil),
    ]
    /// What tells HLS from other lists that begin with `#EXTM3U` (RFC 8216, 4.3; FFmpeg's demuxer asks the same).
    private static let hlsTags = ["#EXT-X-STREAM-INF:", "#EXT-X-TARGETDURATION:", "#EXT-X-MEDIA-SEQUENCE:"]
    /// So many characters without `://` begin no address.
    private static let longestScheme = 32

    /// Looks at `text`, the whole of a document if `isAll`, else its beginning.
    static func look(at text: String, isAll: Bool, contentType: String?) -> Verdict {
        let text = ListText.trimmed(text)
        guard !text.isEmpty else { return isAll ? .other : .undecided }
        if text.hasPrefix("<") { return MarkupSignature.look(at: text, isAll: isAll) }
        let head = text.prefix(longestScheme).lowercased()
        for (mark, kind) in marks {
            if head.hasPrefix(mark) { return .list(kind == .m3u && isHLS(text) ? .hls : kind) }
            if !isAll, mark.hasPrefix(head) { return .undecided }
        }
        return addresses(text, isAll: isAll, isStated: contentType.map(statesM3U) ?? false)
    }

    private static func isHLS(_ text: Substring) -> Bool {
        ListText.lines(of: text).contains { line in hlsTags.contains { line.hasPrefix($0) } }
    }

    /// A list without a mark: behind comments, its first line is an address.
    private static func addresses(_ text: Substring, isAll: Bool, isStated: Bool) -> Verdict {
        guard let line = ListText.lines(of: text).first(where: { !$0.hasPrefix("#") }) else {
            return isAll ? .other : .undecided
        }
        if isStated || LinkResolver.namesScheme(line) { return .list(.m3u) }
        let mayGoOn = !isAll && line.endIndex == text.endIndex && line.count < longestScheme
        return mayGoOn && LinkResolver.mayBecomeScheme(line) ? .undecided : .other
    }

    /// Whether `contentType` is one of M3U's.
    private static func statesM3U(_ contentType: String) -> Bool {
        let type = contentType.lowercased()
        return type.contains("mpegurl") || type.contains("m3u")
    }
}
