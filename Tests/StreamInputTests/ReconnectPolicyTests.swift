import Network
import Testing

@testable import StreamInput

struct ReconnectPolicyTests {
    @Test func `retries at once, then after growing waits that chance shortens`() {
        var policy = ReconnectPolicy(streams: 1)
        policy.markHeard()
        let waits = (0..<9).map { _ in wait(&policy, .closed, random: 0.5) }
        #expect(waits == [0, 0.5, 1, 2, 4, 8, 15, 15, 15])
        var lucky = ReconnectPolicy(streams: 1)
        #expect((0..<9).allSatisfy { _ in wait(&lucky, .closed, random: 0) == 0 })
    }

    @Test func `counts from the start again after a minute of data`() {
        var policy = ReconnectPolicy(streams: 1)
        for _ in 0..<5 { _ = wait(&policy, .closed) }
        #expect(wait(&policy, .closed, goodFor: .seconds(9)) == 8)
        #expect(decide(&policy, .closed, goodFor: .seconds(60)) == .retry(stream: 0, after: .zero, attempt: 1))
    }

    @Test func `a drop is retried at once and with the first stream, whatever happened before`() {
        var policy = ReconnectPolicy(streams: 3)
        policy.markHeard()
        for _ in 0..<4 { _ = wait(&policy, .closed) }
        #expect(policy.stream == 1)
        #expect(decide(&policy, .closed, goodFor: .seconds(10)) == .retry(stream: 0, after: .zero, attempt: 5))
        #expect(decide(&policy, .closed) == .retry(stream: 1, after: .zero, attempt: 6), "the others follow in order")
    }

    private static func redirect(_ kind: NetworkError.Kind) -> NetworkError {
        NetworkError(kind: kind, operation: "open", url: "http://example.org/")
    }

    @Test(
        arguments: [
            (StreamError.Kind.refused(status: 401), [1.0, nil]), (.refused(status: 403), [1, nil]),
            (.notFound(status: 404), [1, 2, nil]), (.notFound(status: 410), [1, 2, nil]), (.empty, [1, 2, nil]),
            (.undecodable("x"), [nil]), (.network(redirect(.redirectToForbidden)), [nil]),
            (.network(redirect(.redirectToHTTP)), [nil]), (.network(redirect(.refused)), [0, 0.5]),
        ] as [(StreamError.Kind, [Double?])])
    func `takes some answers for final before the first sound`(kind: StreamError.Kind, waits: [Double?]) {
        var policy = ReconnectPolicy(streams: 1)
        #expect(waits.map { _ in wait(&policy, kind) } == waits)
        #expect(waits.compactMap(\.self).reduce(0, +) < 8)
    }

    @Test(arguments: [StreamError.Kind.refused(status: 403), .notFound(status: 404), .undecodable("x")])
    func `takes no answer for final once something was heard, but waits long`(kind: StreamError.Kind) {
        var policy = ReconnectPolicy(streams: 1)
        policy.markHeard()
        #expect((0..<7).map { _ in wait(&policy, kind) } == [5, 10, 20, 40, 80, 160, 300])
    }

    @Test func `comes back soon to a server that answers with nothing once something was heard`() {
        var policy = ReconnectPolicy(streams: 1)
        policy.markHeard()
        #expect((0..<5).map { _ in wait(&policy, .empty) } == [0, 0.5, 1, 2, 4])
    }

    @Test func `keeps trying what may pass, before the first sound too`() {
        var policy = ReconnectPolicy(streams: 1)
        for kind in [
            StreamError.Kind.server(status: 500), .busy(status: 503, retryAfter: nil), .closed, .badStatus(400),
        ] {
            for _ in 0..<100 { #expect(wait(&policy, kind) != nil) }
        }
    }

    @Test func `waits as long as a server asks, within reason`() {
        var policy = ReconnectPolicy(streams: 1)
        #expect(wait(&policy, .busy(status: 503, retryAfter: .seconds(20))) == 20)
        #expect(wait(&policy, .busy(status: 429, retryAfter: .seconds(86400))) == 600)
        #expect(wait(&policy, .closed) == 1)
    }

    @Test func `asks the next stream first, and waits after each round`() {
        var policy = ReconnectPolicy(streams: 2)
        #expect(decide(&policy, .notFound(status: 404)) == .retry(stream: 1, after: .zero, attempt: 1))
        #expect(decide(&policy, .notFound(status: 404)) == .retry(stream: 0, after: .seconds(1), attempt: 2))
        #expect(decide(&policy, .notFound(status: 404)) == .retry(stream: 1, after: .zero, attempt: 3))
        #expect(decide(&policy, .notFound(status: 404)) == .retry(stream: 0, after: .seconds(2), attempt: 4))
        #expect(decide(&policy, .notFound(status: 404)) == .retry(stream: 1, after: .zero, attempt: 5))
        #expect(decide(&policy, .notFound(status: 404)) == .fail(StreamError(.notFound(status: 404), url: "")))
    }

    @Test func `gives one stream up and goes on with the other`() {
        var policy = ReconnectPolicy(streams: 2)
        #expect(decide(&policy, .undecodable("x")) == .retry(stream: 1, after: .zero, attempt: 1))
        for attempt in 2..<10 {
            guard case .retry(1, _, attempt) = decide(&policy, .server(status: 500)) else {
                Issue.record("not the other stream")
                return
            }
        }
        #expect(decide(&policy, .undecodable("x")) == .fail(.undecodable("x")))
    }

    @Test func `asks a stream that refuses once more, afresh, before the next`() {
        var policy = ReconnectPolicy(streams: 2)
        #expect(decide(&policy, .refused(status: 401)) == .retry(stream: 0, after: .zero, attempt: 1))
        guard case .retry(1, _, 2) = decide(&policy, .refused(status: 401)) else {
            Issue.record("not the next stream")
            return
        }
    }

    @Test(
        arguments: [
            ([.refused(status: 403), .refused(status: 401)], .refused(status: 403)),
            ([.undecodable("x"), .refused(status: 403)], .undecodable("x")),
            ([.refused(status: 403), .undecodable("x")], .undecodable("x")),
            ([.notFound(status: 404), .refused(status: 403)], .notFound(status: 404)),
            ([.empty, .notFound(status: 410), .undecodable("x")], .undecodable("x")),
        ] as [([StreamError.Kind], StreamError.Kind)])
    func `calls a station refused only when all of its streams are`(answers: [StreamError.Kind], kind: StreamError.Kind)
    {
        var policy = ReconnectPolicy(streams: answers.count)
        for _ in 0..<20 {
            guard case .fail(let error) = decide(&policy, answers[policy.stream]) else { continue }
            #expect(error.kind == kind)
            return
        }
        Issue.record("never given up")
    }

    @Test func `gives up a stream whose earlier bytes were of no use, though it failed for another reason`() {
        var policy = ReconnectPolicy(streams: 1)
        #expect(wait(&policy, .closed) == 0)
        policy.reject(0, .undecodable("x"))
        #expect(decide(&policy, .closed) == .fail(.undecodable("x")))
    }

    @Test func `goes back to the first stream after a drop`() {
        var policy = ReconnectPolicy(streams: 3)
        policy.markHeard()
        _ = decide(&policy, .closed)
        #expect(policy.stream == 1)
        #expect(decide(&policy, .closed, goodFor: .seconds(600)) == .retry(stream: 0, after: .zero, attempt: 1))
    }

    private func decide(
        _ policy: inout ReconnectPolicy, _ kind: StreamError.Kind, goodFor: Duration = .zero, random: Double = 0.5
    ) -> ReconnectPolicy.Decision {
        policy.decide(after: StreamError(kind, url: ""), of: policy.stream, goodFor: goodFor, random: random)
    }

    /// The wait in seconds, `nil` for giving up.
    private func wait(
        _ policy: inout ReconnectPolicy, _ kind: StreamError.Kind, goodFor: Duration = .zero, random: Double = 0.5
    ) -> Double? {
        guard case .retry(_, let wait, _) = decide(&policy, kind, goodFor: goodFor, random: random) else { return nil }
        return wait / .seconds(1)
    }
}
