/// How the sound went on after the stream was connected anew.
public struct SpliceReport: Hashable, Sendable {
    /// How it was joined.
    public enum Kind: String, Hashable, Sendable {
        /// To the sample, as if nothing had happened.
        case exact
        /// The connections had nothing in common: joined by time, with a short crossfade.
        case crossfade
        /// The sound had run out before, and began anew.
        case restart
    }

    /// How it was joined.
    public var kind: Kind
    /// How much of the programme is missing, as far as can be told.
    public var lost: Duration
    /// How much of it was heard twice, as far as can be told.
    public var repeated: Duration

    /// Describes a joint.
    package init(kind: Kind, lost: Duration = .zero, repeated: Duration = .zero) {
        self.kind = kind
        self.lost = lost
        self.repeated = repeated
    }
}
