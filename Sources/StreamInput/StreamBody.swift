import RadioCore
import Rings

/// One connection's body on its way into the buffer: takes the ICY blocks out and looks for titles and codec headers.
struct StreamBody: Sendable {
    /// What was found beside the audio.
    enum Finding: Hashable, Sendable {
        case title(InBandTitle, position: Int)
        case header(CodecHeader)
    }

    /// Why no more of the body is wanted.
    enum Stop: Hashable, Sendable {
        /// The buffer has no room.
        case full
        /// Blocks are not ICY text: the server or something on the way miscounts.
        case misaligned
        /// It is a web page.
        case page
    }

    /// So many blocks in a row that are no text mean that alignment is lost.
    static let badBlockLimit = 2

    /// What the server said of it.
    let head: StreamHead
    private let charset: String?
    private var position: Int
    private var splitter: IcySplitter
    private var headers: StreamHeaders
    private var badBlocks = 0
    /// Whether no byte has come yet.
    private(set) var isEmpty = true

    /// A body whose first audio byte will lie at `position`, with an ICY block after each `metaint` bytes, if given.
    init(position: Int, metaint: Int?, charset: String?, head: StreamHead) {
        self.position = position
        self.charset = charset
        self.head = head
        splitter = IcySplitter(metaint: metaint)
        headers = StreamHeaders(position: position)
    }

    /// Appends the audio in `bytes` to `buffer`, adds what else is there to `findings`, and says if that was the last.
    mutating func take(_ bytes: RawSpan, into buffer: TimeShiftBuffer, findings: inout [Finding]) -> Stop? {
        if isEmpty, isPage(bytes) { return .page }
        isEmpty = isEmpty && bytes.isEmpty
        var pieces: [IcySplitter.Piece] = []
        splitter.feed(bytes) { pieces.append($0) }
        for piece in pieces {
            switch piece {
            case .audio(let range):
                let audio = bytes.extracting(range)
                guard buffer.append(audio) else { return .full }
                position += range.count
                headers.feed(audio) { findings.append(.header($0)) }
            case .block(let block):
                read(block, findings: &findings)
                if badBlocks == Self.badBlockLimit { return .misaligned }
            }
        }
        return nil
    }

    private mutating func read(_ block: [UInt8], findings: inout [Finding]) {
        guard let metadata = IcyMetadata(block: block, charset: charset) else {
            badBlocks += 1
            return
        }
        badBlocks = 0
        guard let text = metadata.title else { return }
        findings.append(.title(InBandTitle(source: .icy, text: text), position: position))
    }

    /// Servers that have no stream at an address answer with a page about it.
    private func isPage(_ bytes: RawSpan) -> Bool {
        guard head.contentType?.lowercased().hasPrefix("text/html") == true else { return false }
        let first = bytes.byteOffsets.first { ![0x20, 0x09, 0x0a, 0x0d].contains(bytes.byte(at: $0)) }
        return first.map { bytes.byte(at: $0) == UInt8(ascii: "<") } ?? false
    }
}
