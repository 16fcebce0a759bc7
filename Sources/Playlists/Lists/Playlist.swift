/// A list of streams: what a station's link may lead to in place of sound.
package struct Playlist: Hashable, Sendable {
    /// How many bytes a list may have.
    package static let sizeLimit = 256 * 1024

    /// Which form it had.
    package let kind: PlaylistKind
    /// What can be followed, in the order in which it is to be tried; never empty.
    package let entries: [PlaylistEntry]
    /// What cannot be followed.
    package let refused: [RefusedEntry]
    /// Whether it held more than is taken: 1000 entries, 100 refused ones.
    package let isCut: Bool

    /// Reads the list that `bytes` are.
    ///
    /// `base` is the URL that they came from, behind all redirects: relative addresses start there. `contentType`
    /// and the station's `charset` help with texts that do not say what they are. A list whose kind is `hls` is
    /// for `HLSList`; here it is an error, like everything that leads nowhere.
    package static func read(
        _ bytes: [UInt8], base: String, contentType: String? = nil, charset: String? = nil
    ) throws(PlaylistError) -> Playlist {
        do throws(PlaylistError.Kind) {
            guard bytes.count <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
            let text = ListText.decode(bytes, contentType: contentType, charset: charset)
            let kind = try kind(of: text, contentType: contentType)
            var list = EntryCollector(base: base)
            try read(text, kind, into: &list)
            guard !list.entries.isEmpty else { throw list.refused.isEmpty ? .empty : .refused(list.refused) }
            return Playlist(kind: kind, entries: list.entries, refused: list.refused, isCut: list.isCut)
        } catch {
            throw PlaylistError(error, url: base)
        }
    }

    private static func kind(of text: String, contentType: String?) throws(PlaylistError.Kind) -> PlaylistKind {
        switch ListSignature.look(at: text, isAll: true, contentType: contentType) {
        case .list(let kind): return kind
        case .webPage: throw .webPage
        case .other, .undecided: throw ListText.trimmed(text).isEmpty ? .empty : .noList
        }
    }

    private static func read(
        _ text: String, _ kind: PlaylistKind, into list: inout EntryCollector
    ) throws(PlaylistError.Kind) {
        switch kind {
        case .pls, .references: PLSReader.read(text, into: &list)
        case .m3u: M3UReader.read(text, into: &list)
        case .xspf: XSPFReader.read(MarkupParser.parse(text), into: &list)
        case .asx: ASXReader.read(MarkupParser.parse(text), into: &list)
        case .qtl: QTLReader.read(text, into: &list)
        case .hls: throw .hls
        case .smil: throw .unsupported("a SMIL presentation")
        }
    }
}
