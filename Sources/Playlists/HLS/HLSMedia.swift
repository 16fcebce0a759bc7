/// A media list: the segments of one stream, all of them or those that are there right now (RFC 8216, 4.3.3).
package struct HLSMedia: Hashable, Sendable {
    /// Whether segments may still go or come (RFC 8216, 4.3.3.5).
    package enum Kind: String, Hashable, Sendable {
        /// Segments are only added.
        case event = "EVENT"
        /// Nothing changes.
        case onDemand = "VOD"
    }

    /// The version of the protocol that the list asks for; nothing here depends on it.
    package let version: Int
    /// How long a segment lasts at most; the clock that the list is fetched by. Between 1 s and 10 minutes whatever
    /// the list says, so that nobody asks without a pause, or never again.
    package let targetDuration: Duration
    /// What the list says of its changes; `nil` for a window that moves on.
    package let kind: Kind?
    /// Whether no segments will be added.
    package let isEnded: Bool
    /// The number of the first segment, also while there is none.
    package let firstNumber: Int
    /// The segments in their order, numbered without a gap.
    package let segments: [HLSSegment]
}
