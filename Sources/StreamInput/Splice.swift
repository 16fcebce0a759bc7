/// How the bytes of a new connection were joined to those that were held.
package struct Splice: Hashable, Sendable {
    /// How well the joint fits.
    package enum Kind: Hashable, Sendable {
        /// The new bytes follow the held ones as they were sent: not a sample is lost or repeated.
        case exact
        /// The connections have no bytes in common, so that the sound is joined by time.
        case byTime
    }

    /// How well the joint fits.
    package var kind: Kind
    /// How much of what was sent is missing, as far as time tells.
    package var lost: Duration
    /// How much is there twice, as far as time tells.
    package var repeated: Duration

    /// Describes a joint.
    package init(_ kind: Kind, lost: Duration = .zero, repeated: Duration = .zero) {
        self.kind = kind
        self.lost = lost
        self.repeated = repeated
    }
}
