import Network
import Playlists
import RadioCore
import Rings
import Synchronization

/// Takes one transfer's body apart on the network thread: audio into the buffer, titles and headers onto the board.
final class StreamReceiver: HTTPHandler {
    /// How a transfer ended.
    enum Outcome: Sendable {
        case failed(StreamError)
        /// The buffer had no room.
        case full
        /// A body of a known length was received whole.
        case ended
        /// A list of streams has come, no sound.
        case list(StreamList)
        case cancelled
    }

    /// What is to be done about an open stream.
    enum Look: Sendable {
        /// Nothing; look again after this time.
        case wait(Duration)
        /// Its transfer is to be closed.
        case close
    }

    private struct State {
        /// The answer, and what has come of its body while it is not clear whether that is sound.
        var answer: HTTPResponse?
        var beginning: [UInt8] = []
        var isList = false
        var body: StreamBody?
        /// Set when the end was decided here, before libcurl tells it.
        var outcome: Outcome?
        /// When the body's first byte came.
        var firstByte: Duration?
        /// How long no byte had come when this one's first did.
        var outage = Duration.zero
        var watch: StallWatch?
        var levels = StreamLevels()
        var hasToldFlow = false
        /// Where the connection's first title was told, as long as it was the only one.
        var firstTitle: Int?
        var hasToldTitle = false
    }

    /// How long a connection that shares no bytes with what is held is looked at before it is joined: its burst is in.
    static let burstTime = Duration.milliseconds(500)
    /// The newest bytes that a new connection is compared with.
    static let comparedBytes = 2 << 20

    private let connection: StreamConnection
    private let url: String
    private let charset: String?
    private let hasIcy: Bool
    private let joinsHeld: Bool
    private let buffer: TimeShiftBuffer
    private let board: StreamBoard
    private let isListenerPaused: @Sendable () -> Bool
    private let elapsed: @Sendable () -> Duration
    private let listener: LedgerToken
    private let tell: @Sendable (StreamInputEvent) -> Void
    private let didEnd: @Sendable (Outcome, _ goodFor: Duration?) -> Void
    private let state = Guarded(State())

    /// A receiver for what `connection` brings of the stream at `url` (without secrets); `listener` is closed when the
    /// transfer is over, and `elapsed` tells the time.
    ///
    /// Without `hasIcy` nobody asked for ICY blocks: a server that claims to send them all the same is not believed. With
    /// `joinsHeld` it is to follow what the buffer holds, as well as that can be.
    init(
        connection: StreamConnection, url: String, charset: String?, hasIcy: Bool, joinsHeld: Bool,
        buffer: TimeShiftBuffer, board: StreamBoard, elapsed: @escaping @Sendable () -> Duration, listener: LedgerToken,
        isListenerPaused: @escaping @Sendable () -> Bool,
        tell: @escaping @Sendable (StreamInputEvent) -> Void,
        didEnd: @escaping @Sendable (Outcome, _ goodFor: Duration?) -> Void
    ) {
        self.connection = connection
        self.url = url
        self.charset = charset
        self.hasIcy = hasIcy
        self.joinsHeld = joinsHeld
        self.buffer = buffer
        self.board = board
        self.isListenerPaused = isListenerPaused
        self.elapsed = elapsed
        self.listener = listener
        self.tell = tell
        self.didEnd = didEnd
    }

    // MARK: On the network thread

    func didReceive(response: HTTPResponse) -> HTTPBodyVerdict {
        guard (200..<300).contains(response.status) else {
            let kind = StreamError.Kind(status: response.status, retryAfter: response.retryAfter)
            state.withLock { $0.outcome = .failed(StreamError(kind, url: url)) }
            return .stop
        }
        let now = elapsed()
        state.withLock { state in
            state.answer = response
            state.watch = StallWatch(now: now)
        }
        return .proceed
    }

    func didReceive(body bytes: RawSpan, of transfer: HTTPTransfer) -> HTTPPieceVerdict {
        if let wait = wait(for: bytes.byteCount) {
            state.withLock { $0.watch?.rest() }
            buffer.whenAhead(isAtMost: wait.ahead, room: wait.room) { transfer.resume() }
            return .pause
        }
        let now = elapsed()
        guard let sound = sound(in: bytes, at: now) else {
            return state.withLock { $0.outcome != nil } ? .stop : .proceed
        }
        return take(sound.span, at: now) ? .stop : .proceed
    }

    /// Takes bytes of the stream, and says whether the end is decided by them.
    private func take(_ sound: Span<UInt8>, at now: Duration) -> Bool {
        let lastByte = board.lastByte
        board.noteBytes(sound.count, at: now, oldest: buffer.held.lowerBound)
        return change { state, findings in
            if state.firstByte == nil { (state.firstByte, state.outage) = (now, now - (lastByte ?? now)) }
            state.watch?.arrived(sound.count, at: now, rate: state.levels.bytesPerSecond)
            // Safe: bytes have no padding.
            let stop = unsafe state.body?.take(sound.bytes, into: buffer, findings: &findings)
            return stop ?? joinIfDue(&state, at: now, &findings)
        }
    }

    // MARK: What it is

    /// The sound that is to be taken now that `bytes` have come: they, with what came before it was clear that it is
    /// sound. `nil` where it is not clear yet, or a list.
    private func sound(in bytes: RawSpan, at now: Duration) -> [UInt8]? {
        let piece = bytes.byteOffsets.map { bytes.byte(at: $0) }
        guard state.withLock({ $0.body == nil }) else { return piece }
        let verdict = state.withLock { state -> PlaylistSniffer.Verdict in
            state.beginning += piece
            state.watch?.arrived(piece.count, at: now, rate: nil)
            if state.isList { return .list }
            return PlaylistSniffer.look(
                at: state.beginning, isAll: false, contentType: state.answer?.value("content-type", charset: charset))
        }
        return act(on: verdict)
    }

    private func act(on verdict: PlaylistSniffer.Verdict) -> [UInt8]? {
        switch verdict {
        case .undecided: return nil
        case .other: return begin()
        case .webPage:
            state.withLock { $0.outcome = outcome(of: .page) }
        case .list:
            state.withLock { state in
                state.isList = true
                guard state.beginning.count > HLSList.sizeLimit else { return }
                let error = PlaylistError(.tooLarge(limit: HLSList.sizeLimit), url: url)
                state.outcome = .failed(StreamError(.playlist(error), url: url))
            }
        }
        return nil
    }

    /// It is sound: gives what has come of it.
    private func begin() -> [UInt8]? {
        guard let response = state.withLock({ $0.answer }) else { return nil }
        // Of less than that nothing can be recognised, and nobody would miss it.
        let newest = joinsHeld ? buffer.newest(Self.comparedBytes) : []
        let held = newest.count < SpliceMatcher.seedLength ? [] : newest
        if held.isEmpty { buffer.markJoint() }
        let position = buffer.held.upperBound
        board.note(connection, at: position)
        if held.isEmpty { board.noteJoint(at: position) }
        let head = StreamHead(response: response, charset: charset)
        let body = StreamBody(
            position: position, metaint: hasIcy ? response.number("icy-metaint") : nil, charset: charset, head: head,
            held: held.isEmpty ? nil : held)
        tell(.connected(head, at: position))
        return state.withLock { state in
            state.body = body
            defer { state.beginning = [] }
            return state.beginning
        }
    }

    private func wait(for count: Int) -> FlowControl.Wait? {
        let isFinite = state.withLock { $0.answer?.number("content-length") != nil }
        return FlowControl(isFinite: isFinite, limit: buffer.limit)
            .wait(for: count, ahead: buffer.ahead, room: buffer.room, isListenerPaused: isListenerPaused())
    }

    func didEnd(_ error: NetworkError?) {
        let now = elapsed()
        settleBeginning(at: now, error)
        _ = change { state, findings in joinAtEnd(&state, at: now, isClean: error == nil, &findings) }
        let (outcome, goodFor) = state.withLock { state in
            (state.outcome ?? end(state, error), state.firstByte.map { now - $0 })
        }
        if error?.kind == .stalled { board.noteStall() }
        listener.cancel()
        didEnd(outcome, goodFor)
    }

    /// What was not clear before the end is so now.
    private func settleBeginning(at now: Duration, _ error: NetworkError?) {
        let (bytes, response, isList) = state.withLock { ($0.beginning, $0.answer, $0.isList) }
        guard let response, !bytes.isEmpty, error == nil else { return }
        let type = response.value("content-type", charset: charset)
        let verdict = isList ? .list : PlaylistSniffer.look(at: bytes, isAll: true, contentType: type)
        if case .list = verdict {
            let list = StreamList(bytes: bytes, url: response.url, contentType: type)
            state.withLock { $0.outcome = $0.outcome ?? .list(list) }
        } else if let sound = act(on: verdict) {
            _ = take(sound.span, at: now)
        }
    }

    // MARK: Looking at it from time to time

    /// Says what is to be done about the stream, now that `levels` are known. Any thread.
    func look(_ levels: StreamLevels) -> Look {
        let now = elapsed()
        let isOver = change { state, findings in
            state.levels = levels
            return joinIfDue(&state, at: now, &findings)
        }
        guard !isOver else { return .close }
        return state.withLock { state in
            guard state.outcome == nil else { return .close }
            let verdict = state.watch?.verdict(at: now, reserve: levels.reserve, rate: levels.bytesPerSecond)
            guard let verdict else { return .wait(Self.burstTime) }
            // While it is being joined it is looked at more often: that may become due.
            if case .wait(let pause) = verdict { return .wait(state.hasToldFlow ? pause : min(pause, Self.burstTime)) }
            state.outcome = .failed(stall(verdict))
            return .close
        }
    }

    private func stall(_ verdict: StallWatch.Verdict) -> StreamError {
        board.noteStall()
        return StreamError(verdict == .trickling ? .trickling : .stalled, url: url)
    }

    /// Joins a body by time that shares no bytes with what is held, once its burst is in.
    private func joinIfDue(
        _ state: inout State, at now: Duration, _ findings: inout [StreamBody.Finding]
    ) -> StreamBody.Stop? {
        guard state.body?.isUnplaced == true, let first = state.firstByte else { return nil }
        // Without a rate nothing can be placed, and there is no reserve to wait on.
        let isDue = state.levels.bytesPerSecond == nil || now - first >= Self.burstTime
        return isDue ? joinByTime(&state, at: now, &findings) : nil
    }

    /// What belongs nowhere and was still to be placed is not lost with its connection. And where a server has sent all
    /// that it has, and nothing of it is new, it is played again rather than nothing.
    private func joinAtEnd(
        _ state: inout State, at now: Duration, isClean: Bool, _ findings: inout [StreamBody.Finding]
    ) -> StreamBody.Stop? {
        guard let body = state.body, body.isJoining else { return nil }
        let isAllThereIs = isClean && state.levels.reserve <= .zero
        return body.isUnplaced || isAllThereIs ? joinByTime(&state, at: now, &findings) : nil
    }

    private func joinByTime(
        _ state: inout State, at now: Duration, _ findings: inout [StreamBody.Finding]
    ) -> StreamBody.Stop? {
        board.noteJoint(at: buffer.held.upperBound)
        return state.body?.joinByTime(
            elapsed: now - (state.firstByte ?? now), outage: state.outage, rate: state.levels.bytesPerSecond,
            into: buffer, findings: &findings)
    }

    /// Carries out a change of the state, tells what it found, and whether the end is decided by it.
    private func change(
        _ change: (inout State, inout [StreamBody.Finding]) -> StreamBody.Stop?
    ) -> Bool {
        var findings: [StreamBody.Finding] = []
        let (isOver, flows) = state.withLock { state -> (Bool, Bool) in
            if let stop = change(&state, &findings) { state.outcome = outcome(of: stop) }
            let flows = !state.hasToldFlow && state.firstByte != nil && state.body?.isJoining == false
            state.hasToldFlow = state.hasToldFlow || flows
            return (state.outcome != nil, flows)
        }
        if flows, !isOver { tell(.flowing) }
        findings.forEach(note)
        return isOver
    }

    // MARK: Parts

    private func note(_ finding: StreamBody.Finding) {
        switch finding {
        case .title(let title, let position):
            guard board.add(title) else { return }
            withdrawStaleTitle(before: position)
            tell(.title(position: position, title))
        case .header(let header):
            board.add(header)
            guard let title = header.title, board.add(title) else { return }
            tell(.title(position: header.position, title))
        case .splice(let splice, let position):
            tell(.spliced(splice, at: position))
        }
    }

    /// Icecast's burst begins with the title that held when it was sent, which may be the song before.
    private func withdrawStaleTitle(before position: Int) {
        let now = elapsed()
        let stale = state.withLock { state -> Int? in
            let isInBurst = state.firstByte.map { now - $0 < Self.burstTime } ?? false
            defer { (state.firstTitle, state.hasToldTitle) = (state.hasToldTitle ? nil : position, true) }
            return isInBurst ? state.firstTitle : nil
        }
        if let stale { tell(.titleWithdrawn(position: stale)) }
    }

    private func outcome(of stop: StreamBody.Stop) -> Outcome {
        switch stop {
        case .full: .full
        case .misaligned: .failed(StreamError(.misaligned, url: url))
        case .page: .failed(StreamError(.undecodable("it is a web page; check the address"), url: url))
        }
    }

    private func end(_ state: borrowing State, _ error: NetworkError?) -> Outcome {
        if let error, error.kind != .emptyReply {
            return error.kind == .cancelled ? .cancelled : .failed(StreamError(.network(error), url: url))
        }
        guard let body = state.body, !body.isEmpty else { return .failed(StreamError(.empty, url: url)) }
        // libcurl has checked that a body of a known length came whole.
        return body.head.contentLength != nil ? .ended : .failed(StreamError(.closed, url: url))
    }
}

extension StreamHead {
    /// What the head of an answer says of its stream.
    init(response: HTTPResponse, charset: String?) {
        let text = { (name: String) -> String? in
            response.value(name, charset: charset).flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(
            url: SafeURL.redacted(response.url), contentType: text("content-type"), icyName: text("icy-name"),
            icyGenre: text("icy-genre"), icyURL: text("icy-url"),
            icyBitrate: response.number("icy-br").flatMap { $0 > 0 ? $0 : nil },
            contentLength: response.number("content-length"))
    }
}
