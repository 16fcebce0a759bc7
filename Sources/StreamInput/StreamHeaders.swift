import RadioCore

/// Finds codec headers in one connection's body, whatever it turns out to be: Ogg, FLAC, or a format that has none. Pure.
struct StreamHeaders: Sendable {
    private enum Kind {
        case unknown([UInt8])
        case ogg(OggHeaders)
        case flac(FlacHeaders)
        case plain
    }

    private var kind = Kind.unknown([])
    private let position: Int
    /// How many bytes of headers the body begins with; `nil` while that is not clear.
    private(set) var leadIn: Int?

    /// Headers of a body whose first byte lies at `position`.
    init(position: Int) {
        self.position = position
    }

    /// Takes the bytes that follow; tells `found` of headers that are complete.
    mutating func feed(_ bytes: RawSpan, found: (CodecHeader) -> Void) {
        switch kind {
        case .plain:
            break
        case .ogg(var headers):
            kind = .plain
            headers.feed(bytes) { tell($0, found) }
            // A body that begins amid a link has none.
            if !headers.isInHeaders { leadIn = leadIn ?? 0 }
            kind = .ogg(headers)
        case .flac(var headers):
            kind = .plain
            headers.feed(bytes) { tell($0, found) }
            kind = .flac(headers)
        case .unknown(let beginning):
            sniff(beginning, bytes, found: found)
        }
    }

    private mutating func tell(_ header: CodecHeader, _ found: (CodecHeader) -> Void) {
        if header.position == position { leadIn = leadIn ?? header.end - position }
        found(header)
    }

    private mutating func sniff(_ beginning: [UInt8], _ bytes: RawSpan, found: (CodecHeader) -> Void) {
        var beginning = beginning
        var offset = 0
        while beginning.count < 4, offset < bytes.byteCount {
            beginning.append(bytes.byte(at: offset))
            offset += 1
        }
        guard beginning.count == 4 else {
            kind = .unknown(beginning)
            return
        }
        kind =
            beginning == OggPage.capturePattern
            ? .ogg(OggHeaders(position: position))
            : beginning == Array("fLaC".utf8) ? .flac(FlacHeaders(position: position)) : .plain
        if case .plain = kind { leadIn = 0 }
        // Safe: bytes have no padding.
        unsafe feed(beginning.span.bytes, found: found)
        feed(bytes.extracting(offset...), found: found)
    }
}
