/// A list of HTTP Live Streaming (RFC 8216).
package enum HLSList: Hashable, Sendable {
    case master(HLSMaster)
    case media(HLSMedia)

    /// How many bytes a list may have: enough for a day of segments with long addresses.
    package static let sizeLimit = 2 * 1024 * 1024

    /// Reads the list that `bytes` are; `base` is the URL that they came from, behind all redirects.
    ///
    /// Unknown tags are passed over, and what is left out is made up for where it can be: a list is played unless it
    /// could only be played wrongly.
    package static func read(_ bytes: [UInt8], base: String) throws(PlaylistError) -> HLSList {
        do throws(PlaylistError.Kind) {
            guard bytes.count <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
            let text = ListText.trimmed(ListText.decode(bytes, contentType: nil, charset: nil))
            guard text.hasPrefix("#EXTM3U") else { throw notHLS(text) }
            let lines = ListText.lines(of: text).compactMap(HLSLine.init)
            let links = LinkResolver(base: base)
            let isMaster = lines.contains { $0.isTag("EXT-X-STREAM-INF") }
            return isMaster ? .master(try master(lines, links)) : .media(try media(lines, links))
        } catch {
            throw PlaylistError(error, url: base)
        }
    }

    private static func notHLS(_ text: Substring) -> PlaylistError.Kind {
        if text.isEmpty { return .empty }
        return ListSignature.look(at: String(text), isAll: true, contentType: nil) == .webPage ? .webPage : .noList
    }

    private static func master(_ lines: [HLSLine], _ links: LinkResolver) throws(PlaylistError.Kind) -> HLSMaster {
        var reader = HLSMasterReader(links: links)
        for line in lines { reader.take(line) }
        return try reader.master()
    }

    private static func media(_ lines: [HLSLine], _ links: LinkResolver) throws(PlaylistError.Kind) -> HLSMedia {
        var reader = HLSMediaReader(links: links)
        for line in lines { try reader.take(line) }
        return reader.media()
    }
}
