import Network
import RadioCore
import TestKit
import Testing

/// The scripted network keeps the contract of the network thread.
@Suite(.timeLimit(.minutes(1)))
struct ScriptedNetworkTests {
    /// Refuses each piece once and asks for it again two seconds later; wants `wanted` bytes and then no more.
    private final class PickyHandler: HTTPHandler {
        struct Record: Sendable {
            var body: [UInt8] = []
            var isRefused = false
            var ends: [NetworkError.Kind?] = []
        }

        private let clock: ManualClock
        private let wanted: Int
        private let state = Guarded(Record())
        private let (ended, end) = AsyncStream.makeStream(of: Void.self)

        init(wanted: Int, clock: ManualClock) {
            self.wanted = wanted
            self.clock = clock
        }

        func finished() async -> Record {
            for await _ in ended {}
            return state.withLock { $0 }
        }

        func didReceive(response: HTTPResponse) -> HTTPBodyVerdict { .proceed }

        func didReceive(body: RawSpan, of transfer: HTTPTransfer) -> HTTPPieceVerdict {
            let clock = clock
            return state.withLock { state in
                state.isRefused.toggle()
                guard !state.isRefused else {
                    Task {
                        try? await clock.sleep(for: .seconds(2))
                        transfer.resume()
                    }
                    return .pause
                }
                for offset in body.byteOffsets { state.body.append(body.byte(at: offset)) }
                return state.body.count < wanted ? .proceed : .stop
            }
        }

        func didEnd(_ error: NetworkError?) {
            state.withLock { $0.ends.append(error?.kind) }
            end.finish()
        }
    }

    @Test func `a piece that is refused comes again, and the end comes once`() async {
        await #expect(processExitsWith: .success) {
            let programme = try await EndlessProgramme()
            let clock = ManualClock()
            let motor = ClockMotor(clock)
            var server = ScriptedServer(programme)
            server.metaint = nil
            let network = ScriptedNetwork(["http://here.test/": server], clock: clock)
            let handler = PickyHandler(wanted: 100_000, clock: clock)
            let transfer = network.start(HTTPRequest(url: "http://here.test/"), handler: handler)
            let record = await handler.finished()
            transfer.resume()
            transfer.cancel()
            await network.shutdown()
            let first = 56 * EndlessProgramme.bytesPerSecond + 160
            #expect(record.body == programme.bytes(first..<first + record.body.count, run: 0))
            #expect(record.body.count >= 100_000)
            #expect(record.ends == [.cancelled])
            await motor.stop()
        }
    }

    @Test func `other names are not known, and nothing begins after the end`() async {
        let network = ScriptedNetwork([:], clock: ManualClock())
        let unknown = PickyHandler(wanted: 1, clock: ManualClock())
        _ = network.start(HTTPRequest(url: "http://there.test/"), handler: unknown)
        #expect(await unknown.finished().ends == [.nameLookup])
        await network.shutdown()
        let late = PickyHandler(wanted: 1, clock: ManualClock())
        _ = network.start(HTTPRequest(url: "http://there.test/"), handler: late)
        #expect(await late.finished().ends == [.cancelled])
    }
}
