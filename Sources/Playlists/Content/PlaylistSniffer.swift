/// Tells from the first bytes of an answer whether they begin a list, a web page, or what may be sound. Pure.
package enum PlaylistSniffer {
    /// What the bytes are.
    package enum Verdict: Hashable, Sendable {
        /// A list: the whole of it is wanted.
        case list
        /// A page for a browser.
        case webPage
        /// Neither: sound, as far as can be told here.
        case other
        /// More bytes are needed.
        case undecided
    }

    /// How many bytes are looked at; with so many the verdict is never `undecided`.
    package static let window = 4096
    /// So many bytes without a control character make a text; in sound there are some among far fewer.
    private static let certainSize = 512

    /// Looks at `bytes`, the beginning of an answer, or all of it if `isAll`.
    ///
    /// `contentType` decides only about a text of relative addresses, which nothing tells from any other text.
    package static func look(at bytes: some Collection<UInt8>, isAll: Bool, contentType: String?) -> Verdict {
        let head = Array(bytes.prefix(window))
        let isAll = isAll || head.count == window
        let text = ListText.decode(head, contentType: contentType, charset: nil)
        guard text.unicodeScalars.prefix(certainSize).allSatisfy(isText) else { return .other }
        switch ListSignature.look(at: text, isAll: isAll, contentType: contentType) {
        case .list: return .list
        case .webPage: return .webPage
        case .other: return .other
        case .undecided: return .undecided
        }
    }

    /// White space, or no control character; a byte order mark is none.
    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0x7F || [0x09, 0x0A, 0x0C, 0x0D].contains(scalar.value)
    }
}
