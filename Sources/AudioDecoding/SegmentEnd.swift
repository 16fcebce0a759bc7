/// Why a segment, a stretch of bytes that one decoder is good for, stops.
enum SegmentEnd: Equatable {
    /// Another link of a chain, or another format, begins at this place; the sound follows on without a break.
    case link(at: Int)
    /// Another connection's bytes begin at this place.
    case joint(at: Int)
    /// Bytes are missing or make no sense; from this place on it is to be looked for sound.
    case lost(at: Int)
    /// Nothing more will come.
    case finished
    /// The session was told to end.
    case cancelled
    /// It makes no sense to look further.
    case failed(DecodeError)
}
