import RadioCore
import Rings

/// One connection's body on its way into the buffer: takes the ICY blocks out, looks for titles and codec headers, and
/// joins what comes to what the connection before it has brought.
struct StreamBody: Sendable {
    /// What was found beside the audio.
    enum Finding: Hashable, Sendable {
        case title(InBandTitle, position: Int)
        case header(CodecHeader)
        /// The first byte that is new lies at this position.
        case splice(Splice, position: Int)
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
    /// Where the first byte goes that is new.
    private let start: Int
    /// Audio bytes that have come, and how many of them were left out.
    private var count = 0
    private var omitted = 0
    private var splitter: IcySplitter
    private var headers: StreamHeaders
    private var badBlocks = 0
    private var attempt: JoinAttempt?
    /// Whether no byte has come yet.
    private(set) var isEmpty = true

    /// A body whose first audio byte will lie at `position`, with an ICY block after each `metaint` bytes, if given.
    ///
    /// It is joined to `held`, the newest bytes of the connection before it; `nil` where there is none to join to.
    init(position: Int, metaint: Int?, charset: String?, head: StreamHead, held: [UInt8]? = nil) {
        start = position
        self.charset = charset
        self.head = head
        splitter = IcySplitter(metaint: metaint)
        headers = StreamHeaders(position: position)
        attempt = held.map { JoinAttempt(held: $0) }
    }

    /// Whether it is not clear yet where the body belongs.
    var isJoining: Bool { attempt != nil }

    /// Whether nothing that is held tells where it belongs.
    var isUnplaced: Bool { attempt?.verdict == SpliceMatcher.Verdict.none }

    /// Appends the audio in `bytes` to `buffer`, adds what else is there to `findings`, and says if that was the last.
    mutating func take(_ bytes: RawSpan, into buffer: TimeShiftBuffer, findings: inout [Finding]) -> Stop? {
        if isEmpty, isPage(bytes) { return .page }
        isEmpty = isEmpty && bytes.isEmpty
        var pieces: [IcySplitter.Piece] = []
        splitter.feed(bytes) { pieces.append($0) }
        for piece in pieces {
            switch piece {
            case .audio(let range):
                guard take(audio: bytes.extracting(range), into: buffer, &findings) else { return .full }
            case .block(let block):
                if let title = title(in: block) { note(.title(title, position: start + count), &findings) }
                if badBlocks == Self.badBlockLimit { return .misaligned }
            }
        }
        return joinExactly(into: buffer, &findings)
    }

    /// Joins the body by time: it has been coming for `elapsed`, the one before it broke off `outage` before that, and a
    /// second of it has `rate` bytes.
    mutating func joinByTime(
        elapsed: Duration, outage: Duration, rate: Double?, into buffer: TimeShiftBuffer, findings: inout [Finding]
    ) -> Stop? {
        guard let attempt else { return nil }
        let leadIn = headers.leadIn ?? 0
        let placement = JoinPlacement(
            bytes: attempt.pending.count - leadIn, elapsed: elapsed, outage: outage, rate: rate)
        buffer.markJoint()
        return join(
            attempt, with: attempt.appended(skipping: placement.skip, behind: leadIn), placement.splice, into: buffer,
            &findings)
    }

    // MARK: Joining

    private mutating func take(
        audio: RawSpan, into buffer: TimeShiftBuffer, _ findings: inout [Finding]
    ) -> Bool {
        var found: [CodecHeader] = []
        headers.feed(audio) { found.append($0) }
        defer {
            count += audio.byteCount
            for header in found { note(.header(header), &findings) }
        }
        guard attempt != nil else { return buffer.append(audio) }
        attempt?.take(audio, leadIn: headers.leadIn)
        return true
    }

    /// Tells what was found, where it lies once the body is joined; until then it waits.
    private mutating func note(_ finding: Finding, _ findings: inout [Finding]) {
        guard attempt == nil else { return attempt?.findings.append(finding) ?? () }
        findings.append(finding.moved(by: -omitted))
    }

    private mutating func joinExactly(into buffer: TimeShiftBuffer, _ findings: inout [Finding]) -> Stop? {
        guard let attempt, case .exact(let overlap) = attempt.verdict else { return nil }
        return join(attempt, with: Array(attempt.pending[overlap...]), Splice(.exact), into: buffer, &findings)
    }

    /// Appends `bytes`, the last of what is pending, and tells what was found in it; in what is left out, the title last.
    private mutating func join(
        _ attempt: JoinAttempt, with bytes: [UInt8], _ splice: Splice, into buffer: TimeShiftBuffer,
        _ findings: inout [Finding]
    ) -> Stop? {
        self.attempt = nil
        omitted = attempt.pending.count - bytes.count
        // Safe: bytes have no padding.
        guard buffer.append(unsafe bytes.span.bytes) else { return .full }
        findings.append(.splice(splice, position: start))
        let first = start + omitted
        let titleAtStart = attempt.findings.last { $0.isTitle && $0.position <= first }
        if let titleAtStart { findings.append(titleAtStart.moved(by: start - titleAtStart.position)) }
        for finding in attempt.findings where !(finding.isTitle && finding.position <= first) {
            // Headers that each connection begins with are kept where it is joined by time, and held already elsewhere.
            let isLeadIn = finding.position == start && !finding.isTitle
            if isLeadIn, splice.kind == .exact { continue }
            findings.append(isLeadIn ? finding : finding.moved(by: -omitted))
        }
        return nil
    }

    // MARK: Titles and pages

    private mutating func title(in block: [UInt8]) -> InBandTitle? {
        guard let metadata = IcyMetadata(block: block, charset: charset) else {
            badBlocks += 1
            return nil
        }
        badBlocks = 0
        return metadata.title.map { InBandTitle(source: .icy, text: $0) }
    }

    /// Servers that have no stream at an address answer with a page about it.
    private func isPage(_ bytes: RawSpan) -> Bool {
        guard head.contentType?.lowercased().hasPrefix("text/html") == true else { return false }
        let first = bytes.byteOffsets.first { ![0x20, 0x09, 0x0a, 0x0d].contains(bytes.byte(at: $0)) }
        return first.map { bytes.byte(at: $0) == UInt8(ascii: "<") } ?? false
    }
}

extension StreamBody.Finding {
    /// Where it lies.
    var position: Int {
        switch self {
        case .title(_, let position), .splice(_, let position): position
        case .header(let header): header.position
        }
    }

    /// Whether it is a title in an ICY block.
    var isTitle: Bool { if case .title = self { true } else { false } }

    /// The same, so many bytes further on.
    func moved(by distance: Int) -> Self {
        switch self {
        case .title(let title, let position): .title(title, position: position + distance)
        case .header(let header): .header(header.moved(by: distance))
        case .splice(let splice, let position): .splice(splice, position: position + distance)
        }
    }
}
