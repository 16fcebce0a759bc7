import Network
import RadioCore
import Rings
import Synchronization
import TestKit
import Testing

@testable import StreamInput

/// What an HLS stream is played with in a test, and what came of it.
final class HLSBench: Sendable {
    let ledger = Ledger()
    let buffer: TimeShiftBuffer
    let board = StreamBoard()
    let isListenerPaused = Atomic<Bool>(false)
    private let clock: any Clock<Duration>
    private let network = NetworkThread(log: .silent)
    private let told = Guarded<[StreamInputEvent]>([])
    private let connections = Atomic<Int>(0)

    init(limit: Int = 1 << 22, clock: any Clock<Duration> = EagerClock()) {
        buffer = TimeShiftBuffer(limit: limit)
        self.clock = clock
    }

    /// The events so far.
    var events: [StreamInputEvent] { told.withLock { $0 } }
    /// All that is held.
    var bytes: [UInt8] { buffer.newest(.max >> 1) }
    /// Where something begins that does not follow.
    var joints: [Int] {
        var joints: [Int] = []
        while let joint = buffer.joint(after: joints.last ?? 0) { joints.append(joint) }
        return joints
    }

    /// A session that plays the list at `url`, which is fetched here.
    func session(_ url: String, following: HLSProgress? = nil) async throws -> HLSSession {
        let fetched = try await HTTPFetch.fetch(HTTPRequest(url: url), limit: 1 << 20, from: network)
        let number = connections.add(1, ordering: .relaxed).oldValue
        let context = HLSContext(
            connection: StreamConnection(number: number, stream: 0),
            station: Station(id: "test", name: "Test", streams: [Station.Stream(url: url)]), scope: "test",
            network: network, caFile: nil, buffer: buffer, board: board, ledger: ledger, log: .silent, clock: clock,
            elapsed: stopwatch(clock), isListenerPaused: { [self] in isListenerPaused.load(ordering: .relaxed) },
            tell: { [self] event in told.withLock { $0.append(event) } })
        return HLSSession(
            StreamList(bytes: fetched.bytes, url: fetched.response.url), following: following, context: context)
    }

    /// Plays the list at `url` to the end; nothing is left of it then.
    func play(_ url: String, following: HLSProgress? = nil) async throws -> HLSEnding {
        let ending = try await session(url, following: following).run()
        #expect(ledger.live(of: "test").isEmpty)
        return ending
    }

    /// What lies in the buffer from `position` on, discarded as it is read.
    func read(from position: Int) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        // Safe: the buffer writes within the piece, during the call.
        let outcome = unsafe piece.withUnsafeMutableBytes {
            unsafe buffer.read(at: position, into: $0, orRing: Doorbell())
        }
        guard case .bytes(let count) = outcome else { return [] }
        buffer.discard(before: position + count)
        return Array(piece.prefix(count))
    }

    /// Stops the network.
    func end() async { await network.shutdown() }
}

private func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}

extension HLSEnding {
    /// Why it was lost; `nil` where it was not.
    var error: StreamError? { if case .failed(let error) = outcome { error } else { nil } }
    var isEnded: Bool { if case .ended = outcome { true } else { false } }
    var isFull: Bool { if case .full = outcome { true } else { false } }
    var isCancelled: Bool { if case .cancelled = outcome { true } else { false } }
}
