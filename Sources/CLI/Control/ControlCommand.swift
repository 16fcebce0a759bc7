package import Playback

/// What can be asked over the control socket.
package enum ControlCommand: Hashable, Sendable {
    /// Have the player do something.
    case perform(PlayerCommand)
    /// Tell what the player is doing.
    case status
    /// Turn the connection into the event stream.
    case events
}
