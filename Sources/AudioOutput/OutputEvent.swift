package import RadioCore

/// What an output tells its owner; everything about sound is told when it is heard, not when it is queued.
package enum OutputEvent: Equatable, Sendable {
    /// The first frame of a source is heard.
    case started(sourceID: Int)
    /// The fade-out of a pause has been heard; it goes on from `frame`, where that fade began.
    case paused(sourceID: Int, frame: Int)
    /// Sound goes on after a pause, or after starving.
    case resumed(sourceID: Int)
    /// The source had no more frames, though it is not finished; it has been faded out.
    case starved(sourceID: Int)
    /// A finished source has been played to its end.
    case finished(sourceID: Int)
    /// Somebody else changed the volume, in a mixer say.
    case volume(Volume)
    /// What was heard so far is written, but no more of it can be; it is tried again, and goes on with the next frame.
    case blocked(OutputError)
    /// Sound goes on after `blocked`.
    case unblocked
    /// The sink is gone, or the file cannot be written at all; nothing will be heard any more.
    case lost(OutputError)
    /// The stream plays on another sink now.
    case moved(device: String)
}
