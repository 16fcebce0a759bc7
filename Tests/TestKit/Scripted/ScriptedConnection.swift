import Network

/// One connection to a scripted server: what it brings and when. Pure; times are the clock's.
struct ScriptedConnection: Sendable {
    /// What is to be told to the handler.
    enum Action: Sendable {
        case head(HTTPResponse)
        case piece(ArraySlice<UInt8>)
        case end(NetworkError?)
    }

    /// How an attempt turns out.
    private enum Answer {
        case stream(burst: Int)
        case status(Int, retryAfter: Int?)
        case failure(NetworkError.Kind)
    }

    private enum Phase {
        case opening(Answer, due: Duration)
        case body(ScriptedBody)
        /// An answer without a body.
        case empty
        case ended
    }

    private let request: HTTPRequest
    private let server: ScriptedServer
    private let opened: Duration
    private var phase: Phase
    private var isPaused = false
    /// When something was last taken.
    private var last: Duration
    /// Up to here faults have been heeded.
    private var looked: Duration
    /// Up to here the body has been made.
    private var made: Duration

    /// A connection that is asked for at `now`.
    init(_ request: HTTPRequest, to server: ScriptedServer, at now: Duration) {
        self.request = request
        self.server = server
        opened = now
        last = now
        looked = now
        made = now
        let (answer, wait) = Self.answer(of: server, at: now, limits: request.limits)
        phase = .opening(answer, due: now + wait)
    }

    private static func answer(
        of server: ScriptedServer, at now: Duration, limits: HTTPRequest.Limits
    ) -> (Answer, Duration) {
        switch server.fault(at: now)?.kind {
        case .offline(.timedOut), .away(.timedOut): (.failure(.timedOut), limits.connect)
        case .offline(let kind), .away(let kind): (.failure(kind), server.delay)
        case .answer(let status, let retryAfter): (.status(status, retryAfter: retryAfter), server.delay)
        case .restart: (.failure(.refused), server.delay)
        case .noBurst: (.stream(burst: 0), server.delay)
        case .slow(let wait) where wait >= limits.firstByte: (.failure(.timedOut), limits.firstByte)
        case .slow(let wait): (.stream(burst: server.burst), wait)
        default: (.stream(burst: server.burst), server.delay)
        }
    }

    /// When to ask for the next action; `nil` when not before it is resumed.
    var due: Duration? {
        switch phase {
        case .opening(_, let due): return min(due, server.change(after: looked) ?? due)
        case .ended: return nil
        case .empty: return looked
        case .body:
            guard !isPaused else { return nil }
            // Whole numbers: a quotient that is rounded down would make it due now, for ever.
            let grid = server.interval * Int(looked.attoseconds / server.interval.attoseconds + 1)
            return [grid, server.change(after: looked), last + request.limits.stall].compactMap(\.self).min()
        }
    }

    /// What is to be told at `now`, one thing at a time; `nil` when that is all.
    mutating func next(at now: Duration) -> Action? {
        switch phase {
        case .opening(let answer, let due): return open(answer, due: due, at: now)
        case .empty: return end(nil)
        case .ended: return nil
        case .body(var body):
            guard !isPaused else { return nil }
            if body.piece == nil { fill(&body, at: now) }
            phase = .body(body)
            if let piece = body.piece { return .piece(piece) }
            return ending(at: now)
        }
    }

    /// The piece was taken; returns the sound that is complete with it.
    mutating func take(at now: Duration) -> ScriptedBody.Sound? {
        guard case .body(var body) = phase else { return nil }
        defer { phase = .body(body) }
        last = now
        return body.take()
    }

    /// The piece was not taken: it comes again after `resume`.
    mutating func pause() { isPaused = true }

    /// Goes on after a pause.
    mutating func resume(at now: Duration) {
        guard isPaused else { return }
        isPaused = false
        last = now
    }

    /// An error of this transfer.
    func error(_ kind: NetworkError.Kind) -> NetworkError {
        let operation = if case .opening = phase { "open" } else { "go on receiving" }
        return NetworkError(kind: kind, operation: operation, url: request.url)
    }

    // MARK: Opening

    private mutating func open(_ answer: Answer, due: Duration, at now: Duration) -> Action? {
        if server.faults(after: looked, upTo: min(now, due)).contains(where: { $0.ending != nil }) {
            return end(.emptyReply)
        }
        looked = now
        guard now >= due else { return nil }
        switch answer {
        case .failure(let kind): return end(kind)
        case .status(let status, let retryAfter):
            phase = .empty
            let fields = retryAfter.map { [HTTPResponse.Field(name: "retry-after", bytes: Array("\($0)".utf8))] }
            return .head(HTTPResponse(status: status, url: request.url, fields: fields ?? []))
        case .stream(let burst):
            let run = server.run(at: now)
            let position = max(0, run.bytes(at: now) - burst)
            phase = .body(ScriptedBody(server, run: run, from: position, icy: request.icy))
            last = now
            return .head(server.head(url: request.url, icy: request.icy))
        }
    }

    // MARK: The body

    /// Makes what has come up to `now`, or up to the fault that ends it.
    private mutating func fill(_ body: inout ScriptedBody, at now: Duration) {
        guard now > made else { return }
        defer { made = now }
        let news = server.faults(after: made, upTo: now)
        let end = news.first { $0.ending != nil }?.at ?? now
        for case .garbage(let bytes) in news.map(\.kind) { body.spoil(bytes) }
        guard !isHeldBack else { return }
        body.make(upTo: body.run.bytes(at: end), most: allowance(until: end))
    }

    /// What holds since the body was made last; there is a look whenever that changes.
    private var holding: [ScriptedFault.Kind] {
        server.recent(before: made).filter { $0.at > opened && $0.holds(at: made) }.map(\.kind)
    }

    /// Whether a fault of this connection lets nothing through.
    private var isHeldBack: Bool {
        holding.contains {
            switch $0 {
            case .stall, .offline: true
            default: false
            }
        }
    }

    /// How much a trickle lets through until `moment`.
    private func allowance(until moment: Duration) -> Int {
        for case .trickle(let share) in holding {
            return Int((moment - made) / .seconds(1) * Double(EndlessProgramme.bytesPerSecond) * share)
        }
        return .max
    }

    /// The end that has come by `now`, if one has; else faults up to `now` have been heeded.
    private mutating func ending(at now: Duration) -> Action? {
        defer { looked = now }
        switch server.faults(after: looked, upTo: now).compactMap(\.ending).first {
        case .complete: return end(nil)
        case .broken: return end(.reset)
        case nil: return now - last >= request.limits.stall ? end(.stalled) : nil
        }
    }

    private mutating func end(_ kind: NetworkError.Kind?) -> Action {
        let error = kind.map(error)
        phase = .ended
        return .end(error)
    }
}
