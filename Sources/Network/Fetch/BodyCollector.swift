import RadioCore

/// Collects one answer's body on the network thread.
final class BodyCollector: HTTPHandler {
    private struct State {
        var response: HTTPResponse?
        var body: RangedBody?
        /// Set when the end was decided here, before libcurl tells it.
        var error: HTTPFetchError?
        var isComplete = false
        var transfer: HTTPTransfer?
        var isCancelled = false
        var tell: (@Sendable (Result<HTTPFetched, HTTPFetchError>) -> Void)?
    }

    private let range: Range<Int>?
    private let limit: Int
    private let state = Guarded(State())

    /// A collector of `range` of a resource, or of all of it; of `limit` bytes at most.
    init(range: Range<Int>?, limit: Int) {
        self.range = range
        self.limit = limit
    }

    /// `tell` is called once, with what it came to.
    func onEnd(_ tell: @escaping @Sendable (Result<HTTPFetched, HTTPFetchError>) -> Void) {
        state.withLock { $0.tell = tell }
    }

    /// It is `transfer` that brings the answer.
    func open(_ transfer: HTTPTransfer) {
        let isCancelled = state.withLock { state in
            state.transfer = transfer
            return state.isCancelled
        }
        if isCancelled { transfer.cancel() }
    }

    /// Gives the answer up. Any thread.
    func cancel() {
        let transfer = state.withLock { state in
            state.isCancelled = true
            return state.transfer
        }
        transfer?.cancel()
    }

    // MARK: On the network thread

    func didReceive(response: HTTPResponse) -> HTTPBodyVerdict {
        state.withLock { state in
            guard (200..<300).contains(response.status) else {
                state.error = .status(response.status, retryAfter: response.retryAfter)
                return .stop
            }
            state.response = response
            // Only 206 says that the server has heeded the range (RFC 9110, 15.3.7).
            state.body = RangedBody(range: range, isWhole: response.status != 206, limit: limit)
            return .proceed
        }
    }

    func didReceive(body: RawSpan, of transfer: HTTPTransfer) -> HTTPPieceVerdict {
        state.withLock { state in
            switch state.body?.take(body) {
            case .more: return .proceed
            case .complete: state.isComplete = true
            case .overflow: state.error = .tooLarge(limit: limit)
            case nil: break
            }
            return .stop
        }
    }

    func didEnd(_ error: NetworkError?) {
        let (tell, result) = state.withLock { state in
            defer { state.tell = nil }
            return (state.tell, Self.result(state, error))
        }
        tell?(result)
    }

    private static func result(
        _ state: borrowing State, _ error: NetworkError?
    ) -> Result<HTTPFetched, HTTPFetchError> {
        if let error = state.error { return .failure(error) }
        if let error, !state.isComplete { return .failure(.network(error)) }
        guard let response = state.response, let body = state.body, body.isSufficient else {
            return .failure(.tooShort)
        }
        return .success(HTTPFetched(response: response, bytes: body.bytes))
    }
}
