import RadioCore
import Synchronization

@testable import Network

/// Keeps what a transfer brings, and lets a test wait for its end.
final class RecordingHandler: HTTPHandler {
    struct Record: Sendable {
        var responses: [HTTPResponse] = []
        var body: [UInt8] = []
        var ends: [NetworkError?] = []
        var isRefused = false
    }

    private let state = Guarded(Record())
    private let limit: Int
    private let (ended, end) = AsyncStream.makeStream(of: Void.self)
    private let (answered, answer) = AsyncStream.makeStream(of: Void.self)

    private let refusesOnce: Bool

    /// Wants no more than `limit` bytes of a body; `refusesOnce`: takes each piece only when it comes a second time.
    init(limit: Int = .max, refusesOnce: Bool = false) {
        self.limit = limit
        self.refusesOnce = refusesOnce
    }

    /// What came, once the transfer is over.
    func finished() async -> Record {
        for await _ in ended { break }
        return state.withLock { $0 }
    }

    /// Returns when the head of the answer has come.
    func waitForResponse() async {
        for await _ in answered { break }
    }

    func didReceive(response: HTTPResponse) -> HTTPBodyVerdict {
        state.withLock { $0.responses.append(response) }
        answer.yield()
        return limit > 0 ? .proceed : .stop
    }

    func didReceive(body: RawSpan, of transfer: HTTPTransfer) -> HTTPPieceVerdict {
        if let refused = refusal(by: transfer) { return refused }
        return take(body)
    }

    /// Refuses every piece once, where that is wanted, and asks for it again.
    private func refusal(by transfer: HTTPTransfer) -> HTTPPieceVerdict? {
        guard refusesOnce,
            state.withLock({ state in
                state.isRefused.toggle()
                return state.isRefused
            })
        else { return nil }
        transfer.resume()
        return .pause
    }

    private func take(_ body: RawSpan) -> HTTPPieceVerdict {
        state.withLock { state in
            for offset in body.byteOffsets { state.body.append(body.byte(at: offset)) }
            return state.body.count < limit ? .proceed : .stop
        }
    }

    func didEnd(_ error: NetworkError?) {
        state.withLock { $0.ends.append(error) }
        answer.finish()
        end.yield()
    }
}
