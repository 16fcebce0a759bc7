/// The figures of a station's stream since its start.
package struct StreamCounters: Hashable, Sendable {
    /// Bytes of all bodies, ICY blocks included.
    package var receivedBytes = 0
    /// How often the body stopped coming while the connection stayed open.
    package var stalls = 0
    /// How often another connection brought a stream, the first one not counted.
    package var reconnects = 0
    /// Segments of HLS that could not be had.
    package var missingSegments = 0
}
