import RadioCore

/// Finds out from the bytes themselves what a stream is, and where it begins. Pure.
enum ContentSniffer {
    /// What can be decoded.
    enum Content: Equatable {
        /// Frames of MPEG audio or ADTS, one behind the other; the first one's header.
        case elementary(ElementaryHeader)
        case ogg
        case flac
        case transport
    }

    /// What the bytes say.
    enum Verdict: Equatable {
        /// This begins at that offset; what lies before is garbage.
        case found(Content, offset: Int)
        /// A tag of so many bytes begins at that offset.
        case tag(offset: Int, length: Int)
        /// Not to be told yet; the bytes before that offset are garbage.
        case needsMore(keepFrom: Int)
        /// It is no sound.
        case refused(DecodeError)
    }

    /// How many headers in a row make it certain that they are headers.
    private static let confirmations = 3

    /// Looks at `bytes`; `isStart` when they are the first of a connection, `isAll` when no more will come.
    static func look(at bytes: RawSpan, isStart: Bool, isAll: Bool) -> Verdict {
        if isStart {
            switch TextSniffer.look(at: bytes, isAll: isAll) {
            case .text(let error): return .refused(error)
            case .undecided: return .needsMore(keepFrom: 0)
            case .notText: break
            }
        }
        return search(bytes, isAll: isAll)
    }

    private static func search(_ bytes: RawSpan, isAll: Bool) -> Verdict {
        var undecided: Int?
        for offset in 0..<bytes.byteCount {
            switch candidate(bytes, at: offset, isAll: isAll) {
            case .some(.needsMore): undecided = undecided ?? offset
            case .some(let verdict): return verdict
            case nil: break
            }
        }
        return .needsMore(keepFrom: isAll ? bytes.byteCount : undecided ?? bytes.byteCount)
    }

    /// What begins at `offset`; `nil` when nothing does.
    private static func candidate(_ bytes: RawSpan, at offset: Int, isAll: Bool) -> Verdict? {
        switch bytes.byte(at: offset) {
        case UInt8(ascii: "O"): return ogg(bytes, at: offset)
        case UInt8(ascii: "f"): return flac(bytes, at: offset)
        case UInt8(ascii: "I"):
            if let length = TagHeader.length(bytes, at: offset) { return .tag(offset: offset, length: length) }
            return mayBegin("ID3", bytes, at: offset, size: TagHeader.size) ? .needsMore(keepFrom: offset) : nil
        case 0x47: return transport(bytes, at: offset, isAll: isAll)
        case 0xFF: return frames(bytes, at: offset, isAll: isAll)
        default: return nil
        }
    }

    /// An Ogg page that begins a stream; without its headers a stream is of no use.
    private static func ogg(_ bytes: RawSpan, at offset: Int) -> Verdict? {
        guard mayBegin("OggS", bytes, at: offset, size: 6) || bytes.holds("OggS", at: offset) else { return nil }
        guard offset + 6 <= bytes.byteCount else { return .needsMore(keepFrom: offset) }
        let isFirstPage = bytes.byte(at: offset + 4) == 0 && bytes.byte(at: offset + 5) & 0xFA == 2
        return isFirstPage ? .found(.ogg, offset: offset) : nil
    }

    /// Packets of MPEG-TS: 188 bytes each, the first of which is always the same (ISO/IEC 13818-1, 2.4.3.2).
    private static func transport(_ bytes: RawSpan, at offset: Int, isAll: Bool) -> Verdict? {
        let (size, packets) = (188, 5)
        for place in stride(from: offset, to: offset + size * packets, by: size) {
            guard place < bytes.byteCount else { return isAll ? nil : .needsMore(keepFrom: offset) }
            guard bytes.byte(at: place) == 0x47 else { return nil }
        }
        return .found(.transport, offset: offset)
    }

    /// A FLAC stream, which begins with its stream info, block type 0.
    private static func flac(_ bytes: RawSpan, at offset: Int) -> Verdict? {
        guard mayBegin("fLaC", bytes, at: offset, size: 5) || bytes.holds("fLaC", at: offset) else { return nil }
        guard offset + 5 <= bytes.byteCount else { return .needsMore(keepFrom: offset) }
        return bytes.byte(at: offset + 4) & 0x7F == 0 ? .found(.flac, offset: offset) : nil
    }

    /// A frame of MPEG audio or ADTS, believed when others like it follow.
    private static func frames(_ bytes: RawSpan, at offset: Int, isAll: Bool) -> Verdict? {
        guard offset + ElementaryHeader.size <= bytes.byteCount else { return .needsMore(keepFrom: offset) }
        guard let first = ElementaryHeader(bytes, at: offset) else { return nil }
        var (next, last, count) = (offset + first.frameSize, first, 1)
        while count < confirmations {
            guard next + ElementaryHeader.size <= bytes.byteCount else {
                guard isAll else { return .needsMore(keepFrom: offset) }
                return next <= bytes.byteCount ? .found(.elementary(first), offset: offset) : nil
            }
            guard let header = ElementaryHeader(bytes, at: next), last.continues(with: header) else {
                return nil
            }
            (next, last, count) = (next + header.frameSize, header, count + 1)
        }
        return .found(.elementary(first), offset: offset)
    }

    /// Whether the bytes end before `size` bytes from `offset` on, and agree with `text` so far.
    private static func mayBegin(_ text: StaticString, _ bytes: RawSpan, at offset: Int, size: Int) -> Bool {
        guard offset + size > bytes.byteCount else { return false }
        let length = min(text.utf8CodeUnitCount, bytes.byteCount - offset)
        // Safe: the text is a constant of at least so many bytes.
        return (0..<length).allSatisfy { unsafe bytes.byte(at: offset + $0) == text.utf8Start[$0] }
    }
}
