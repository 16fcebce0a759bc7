import RadioCore

/// What a new connection has brought while it is not clear yet where it belongs. Pure; bounded by what is held.
struct JoinAttempt: Sendable {
    /// The audio that has come, headers included.
    private(set) var pending: [UInt8] = []
    /// Titles and headers that were found in it, placed as if all of it were appended.
    var findings: [StreamBody.Finding] = []
    /// What the comparison has come to.
    private(set) var verdict = SpliceMatcher.Verdict.undecided

    private var matcher: SpliceMatcher
    /// Bytes of `pending` that have been compared, or are headers, which each connection begins with anew.
    private var compared: Int?

    /// Compares with `held`, the newest bytes that there are.
    init(held: [UInt8]) {
        matcher = SpliceMatcher(held: held)
    }

    /// Takes the audio that follows, of a connection that begins with `leadIn` bytes of headers (`nil`: not clear yet).
    mutating func take(_ audio: RawSpan, leadIn: Int?) {
        for offset in audio.byteOffsets { pending.append(audio.byte(at: offset)) }
        guard case .undecided = verdict, let leadIn else { return }
        let begin = compared ?? leadIn
        guard begin <= pending.count else { return }
        compared = pending.count
        verdict =
            switch matcher.feed(pending[begin...]) {
            case .exact(let overlap): .exact(overlap: leadIn + overlap)
            case let other: other
            }
    }

    /// The bytes to append when the first `skip` behind the headers are left out.
    func appended(skipping skip: Int, behind leadIn: Int) -> [UInt8] {
        Array(pending[..<leadIn] + pending[min(pending.count, leadIn + skip)...])
    }
}
