import Network
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
        case cancelled
    }

    private struct State {
        var body: StreamBody?
        /// Set when the end was decided here, before libcurl tells it.
        var outcome: Outcome?
        /// Tells how long the body has been coming.
        var goodFor: (@Sendable () -> Duration)?
    }

    private let connection: StreamConnection
    private let url: String
    private let charset: String?
    private let hasIcy: Bool
    private let buffer: TimeShiftBuffer
    private let board: StreamBoard
    private let isListenerPaused: @Sendable () -> Bool
    private let clock: any Clock<Duration>
    private let listener: LedgerToken
    private let tell: @Sendable (StreamInputEvent) -> Void
    private let didEnd: @Sendable (Outcome, _ goodFor: Duration) -> Void
    private let state = Guarded(State())

    /// A receiver for what `connection` brings of the stream at `url` (without secrets); `listener` is closed when the transfer is over. Without
    /// `hasIcy` nobody asked for ICY blocks: a server that claims to send them all the same is not believed.
    init(
        connection: StreamConnection, url: String, charset: String?, hasIcy: Bool, buffer: TimeShiftBuffer,
        board: StreamBoard, clock: any Clock<Duration>, listener: LedgerToken,
        isListenerPaused: @escaping @Sendable () -> Bool,
        tell: @escaping @Sendable (StreamInputEvent) -> Void,
        didEnd: @escaping @Sendable (Outcome, _ goodFor: Duration) -> Void
    ) {
        self.connection = connection
        self.url = url
        self.charset = charset
        self.hasIcy = hasIcy
        self.buffer = buffer
        self.board = board
        self.isListenerPaused = isListenerPaused
        self.clock = clock
        self.listener = listener
        self.tell = tell
        self.didEnd = didEnd
    }

    func didReceive(response: HTTPResponse) -> HTTPBodyVerdict {
        guard (200..<300).contains(response.status) else {
            let kind = StreamError.Kind(status: response.status, retryAfter: response.retryAfter)
            state.withLock { $0.outcome = .failed(StreamError(kind, url: url)) }
            return .stop
        }
        buffer.markJoint()
        let position = buffer.held.upperBound
        board.note(connection, at: position)
        let head = StreamHead(response: response, charset: charset)
        let body = StreamBody(
            position: position, metaint: hasIcy ? response.number("icy-metaint") : nil, charset: charset, head: head)
        state.withLock { $0.body = body }
        tell(.connected(head, at: position))
        return .proceed
    }

    func didReceive(body bytes: RawSpan, of transfer: HTTPTransfer) -> HTTPPieceVerdict {
        if let wait = wait(for: bytes.byteCount) {
            buffer.whenAhead(isAtMost: wait.ahead, room: wait.room) { transfer.resume() }
            return .pause
        }
        board.noteBytes(bytes.byteCount, oldest: buffer.held.lowerBound)
        let clock = clock
        let (findings, isFirst, isLast) = state.withLock { state -> ([StreamBody.Finding], Bool, Bool) in
            let isFirst = state.goodFor == nil
            if isFirst { state.goodFor = stopwatch(clock) }
            var findings: [StreamBody.Finding] = []
            state.outcome = state.body?.take(bytes, into: buffer, findings: &findings).map { outcome(of: $0) }
            return (findings, isFirst, state.outcome != nil)
        }
        if isFirst, !isLast { tell(.flowing) }
        findings.forEach(note)
        return isLast ? .stop : .proceed
    }

    private func wait(for count: Int) -> FlowControl.Wait? {
        let isFinite = state.withLock { $0.body?.head.contentLength != nil }
        return FlowControl(isFinite: isFinite, limit: buffer.limit)
            .wait(for: count, ahead: buffer.ahead, room: buffer.room, isListenerPaused: isListenerPaused())
    }

    func didEnd(_ error: NetworkError?) {
        let (outcome, goodFor) = state.withLock { ($0.outcome ?? end($0, error), $0.goodFor?() ?? .zero) }
        if error?.kind == .stalled { board.noteStall() }
        listener.cancel()
        didEnd(outcome, goodFor)
    }

    private func note(_ finding: StreamBody.Finding) {
        switch finding {
        case .title(let title, let position):
            if board.add(title) { tell(.title(position: position, title)) }
        case .header(let header):
            board.add(header)
            guard let title = header.title, board.add(title) else { return }
            tell(.title(position: header.position, title))
        }
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

/// Tells how long it is since this was called, on `clock`.
private func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
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
