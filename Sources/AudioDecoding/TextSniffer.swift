import RadioCore

/// Tells text and foreign containers, which servers send in place of sound, by their first bytes. Pure.
enum TextSniffer {
    /// What the first bytes are.
    enum Verdict: Equatable {
        /// Something that is no stream of sound.
        case text(DecodeError)
        /// More bytes are needed.
        case undecided
        case notText
    }

    /// So many bytes of nothing but text in a row do not occur in sound.
    private static let certainSize = 512
    /// So many are enough where the text begins like a known kind.
    private static let likelySize = 48

    /// Looks at the first bytes of a connection; `isAll` when no more will come.
    static func look(at bytes: RawSpan, isAll: Bool) -> Verdict {
        if let name = foreignContainer(bytes) { return .text(.unsupported(name)) }
        let count = min(bytes.byteCount, certainSize)
        guard (0..<count).allSatisfy({ isText(bytes.byte(at: $0)) }) else { return .notText }
        guard count > 0 else { return isAll ? .notText : .undecided }
        guard isAll || count >= likelySize else { return .undecided }
        if let kind = kind(String(decoding: (0..<count).map { bytes.byte(at: $0) }, as: UTF8.self)) {
            return .text(kind)
        }
        return isAll || count == certainSize ? .text(.text) : .undecided
    }

    private static func kind(_ head: String) -> DecodeError? {
        let text = head.lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.hasPrefix("<") {
            let isPage = text.hasPrefix("<!doctype html") || text.contains("<html") || text.contains("<head")
            return isPage ? .webPage : .xml
        }
        let lists = ["[playlist]", "[reference]", "#extm3u", "#extinf", "http://", "https://"]
        return lists.contains(where: text.hasPrefix) ? .playlist : nil
    }

    /// Containers that are known by their first bytes, and that are not for us.
    private static func foreignContainer(_ bytes: RawSpan) -> String? {
        if bytes.holds("ftyp", at: 4) { return "MP4" }
        if bytes.holds("RIFF", at: 0), bytes.holds("WAVE", at: 8) { return "WAV" }
        if bytes.holds("FLV\u{1}", at: 0) { return "Flash video" }
        // The first identifiers of Matroska and of ASF.
        if bytes.number(at: 0) == 0x1A45_DFA3 { return "WebM" }
        if bytes.number(at: 0) == 0x3026_B275 { return "Windows Media" }
        return nil
    }

    /// Printable ASCII, white space, or a byte of a longer character.
    private static func isText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F && byte != 0xFF || [0x09, 0x0A, 0x0C, 0x0D].contains(byte)
    }
}
