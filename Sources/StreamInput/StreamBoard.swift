import RadioCore
import Synchronization

/// What the network thread notes of a stream and others look up; safe from any thread.
final class StreamBoard: Sendable {
    private struct State {
        var timeline = StreamTimeline()
        var counters = StreamCounters()
        var connections = 0
        /// The title that was found last, on whichever connection.
        var title: InBandTitle?
        /// When a byte of a body came last.
        var lastByte: Duration?
    }

    private let state = Guarded(State())

    var counters: StreamCounters { state.withLock { $0.counters } }

    func preamble(at position: Int) -> [UInt8] { state.withLock { $0.timeline.preamble(at: position) } }

    func connection(at position: Int) -> StreamConnection? { state.withLock { $0.timeline.connection(at: position) } }

    /// When a byte of a body came last, by the input's stopwatch; `nil` before the first.
    var lastByte: Duration? { state.withLock { $0.lastByte } }

    /// `connection` has begun to bring a body, whose first byte will lie at `position`; the headers there are the ones of
    /// the connection before it until others come.
    func note(_ connection: StreamConnection, at position: Int) {
        state.withLock { state in
            if state.connections > 0 { state.counters.reconnects += 1 }
            state.connections += 1
            state.timeline.begin(connection, at: position)
        }
    }

    /// What comes from `position` on does not follow from what came before, so that headers from there do not hold.
    func noteJoint(at position: Int) { state.withLock { $0.timeline.cut(at: position) } }

    /// So many bytes of a body have come at `now`; what only mattered before `oldest` is forgotten.
    func noteBytes(_ count: Int, at now: Duration, oldest: Int) {
        state.withLock { state in
            state.counters.receivedBytes += count
            state.lastByte = now
            state.timeline.forget(before: oldest)
        }
    }

    func noteMissingSegment() { state.withLock { $0.counters.missingSegments += 1 } }

    func noteStall() { state.withLock { $0.counters.stalls += 1 } }

    func add(_ header: CodecHeader) { state.withLock { $0.timeline.add(header) } }

    /// A map of HLS lies between these positions; it holds until there is a joint.
    func add(map: [UInt8], at position: Int, end: Int) {
        state.withLock { $0.timeline.add(map, at: position, end: end) }
    }

    /// A title was found; false when it is the one that holds already.
    func add(_ title: InBandTitle) -> Bool {
        state.withLock { state in
            defer { state.title = title }
            return state.title != title
        }
    }
}
