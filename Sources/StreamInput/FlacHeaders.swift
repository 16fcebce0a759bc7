import RadioCore

/// Collects the headers of a native FLAC stream: the marker `fLaC` and the metadata blocks (RFC 9639, section 8). Pure.
struct FlacHeaders: Sendable {
    private static let markerSize = 4
    private static let commentBlock: UInt8 = 4

    private let start: Int
    private var position: Int
    private var bytes: [UInt8] = []
    private var isOverLimit = false
    /// The four bytes before a block: whether it is the last, its type, its length.
    private var blockHead: [UInt8] = []
    private var remaining: Int
    private var comments: [UInt8] = []
    private var isComplete = false

    /// Headers of a stream whose marker lies at `position`.
    init(position: Int) {
        start = position
        self.position = position
        remaining = Self.markerSize
    }

    /// Takes the bytes that follow; tells `found` once the headers are complete.
    mutating func feed(_ bytes: RawSpan, found: (CodecHeader) -> Void) {
        var offset = 0
        while offset < bytes.byteCount, !isComplete {
            take(bytes.byte(at: offset))
            offset += 1
            if isComplete { found(header) }
        }
    }

    private var header: CodecHeader {
        CodecHeader(
            codec: .flac, position: start, end: position, bytes: bytes, title: VorbisComment(comments[...]).title)
    }

    private mutating func take(_ byte: UInt8) {
        position += 1
        isOverLimit = isOverLimit || bytes.count == CodecHeader.limit
        if isOverLimit { bytes = [] } else { bytes.append(byte) }
        if remaining > 0 {
            remaining -= 1
            if isComment, comments.count < CodecHeader.limit { comments.append(byte) }
        } else {
            blockHead = blockHead.count == 4 ? [byte] : blockHead + [byte]
            guard blockHead.count == 4 else { return }
            remaining = blockHead.dropFirst().reduce(0) { $0 << 8 | Int($1) }
        }
        isComplete = remaining == 0 && blockHead.count == 4 && blockHead[0] & 0x80 != 0
    }

    private var isComment: Bool { blockHead.count == 4 && blockHead[0] & 0x7f == Self.commentBlock }
}
