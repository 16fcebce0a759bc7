package import Playback

/// What `play` was asked to do, with every value read.
package struct PlayOptions: Hashable, Sendable {
    /// What to play.
    package enum Target: Hashable, Sendable {
        /// The last station heard, else the first in the list.
        case usual
        /// A station of the list.
        case id(String)
        /// An http or https address.
        case url(String)
    }

    /// When to end a player that never gave a sound.
    package enum GiveUp: Hashable, Sendable {
        /// 60 s for the station, 10 s for the sound server.
        case usual
        /// After this long, for both.
        case after(Duration)
        /// Not at all.
        case never
    }

    /// What to play.
    package var target = Target.usual
    /// The station list to use; `nil` is the usual one.
    package var stationsFile: String?
    /// 0 to 100; `nil` is the usual one.
    package var volume: Int?
    /// The reserve to aim for.
    package var reserve = Duration.seconds(10)
    /// Where the sound goes.
    package var output = PlayerConfiguration.Output.pulse(device: nil)
    /// Whether events are printed.
    package var json = false
    /// How often a `stats` event comes; `nil` is every ten seconds with `json`, and never without.
    package var statsInterval: Duration?
    /// Whether the terminal is left alone.
    package var noKeys = false
    /// When to end a player that never gave a sound.
    package var giveUp = GiveUp.usual
    /// Certificates to trust besides the system's.
    package var caFile: String?
    /// Whether redirects from https to http are followed.
    package var allowHTTP = false
    /// The player's name for `ctl`; `nil` is the process id.
    package var instance: String?
    /// How grave a line must be to be logged.
    package var logLevel = LogLevel.warning
    /// Whether status line and track lines are left out.
    package var quiet = false

    /// What holds when no option is given.
    package init() {}
}
