/// The forms in which lists of streams come, told by what they hold, never by a name or a content type.
package enum PlaylistKind: String, Hashable, Sendable {
    /// `[playlist]` with `File1=`, as Winamp and Icecast directories write it.
    case pls
    /// Addresses one a line, with or without `#EXTM3U`; a plain list of them as well.
    case m3u
    /// A master or media list of HTTP Live Streaming (RFC 8216).
    case hls
    /// XML with the root `playlist` (https://xspf.org/spec).
    case xspf
    /// Windows Media's metafile with the root `asx`, often no valid XML.
    case asx
    /// Windows Media's older form: `[Reference]` with `Ref1=`.
    case references
    /// QuickTime's media link: an `embed` element, or `RTSPtext` before an address.
    case qtl
    /// A SMIL presentation or a Windows Media WPL list, which nobody's stations need.
    case smil

    /// The kind of list that `bytes`, the whole of a document, are; `nil` when they are none.
    ///
    /// `contentType` decides only about a text of relative addresses, which nothing tells from any other text.
    package init?(of bytes: [UInt8], contentType: String? = nil) {
        let text = ListText.decode(bytes, contentType: contentType, charset: nil)
        guard case .list(let kind) = ListSignature.look(at: text, isAll: true, contentType: contentType) else {
            return nil
        }
        self = kind
    }
}
