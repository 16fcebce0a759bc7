/// What can be asked of a player, whoever asks: keys, the control socket, a program.
public enum PlayerCommand: Hashable, Sendable {
    /// Fade out and hold the place.
    case pause
    /// Go on from the very frame where the fade-out began.
    case resume
    /// Pause or resume, whichever applies.
    case toggle
    /// Play another station of the list, by id.
    case switchTo(id: String)
    /// Play another station of the list, by its number from 1.
    case switchToNumber(Int)
    /// Play the next station of the list.
    case next
    /// Play the previous station of the list.
    case previous
    /// Set the volume, 0 to 100.
    case setVolume(Int)
    /// Change the volume by so much.
    case changeVolume(by: Int)
    /// Mute, unmute, or toggle with `nil`.
    case mute(Bool?)
    /// Step back in what is held.
    case back(Duration)
    /// Step forward in what is held.
    case forward(Duration)
    /// Go to the newest that is held.
    case live
    /// Fade out and end.
    case quit
}

/// Why a command was not carried out, in one sentence.
public struct CommandRefusal: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Refuses with a sentence.
    public init(_ description: String) {
        self.description = description
    }
}
