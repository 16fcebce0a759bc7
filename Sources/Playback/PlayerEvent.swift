/// What a player tells its listeners; audio events come when they are heard.
public enum PlayerEvent: Hashable, Sendable {
    /// The player's state has changed.
    case state(StateChange)
    /// Another station is being played.
    case station(id: String, name: String)
    /// What the stream is made of, at its start and whenever that changes.
    case stream(StreamInfo)
    /// What is heard has another name.
    case nowPlaying(NowPlaying)
    /// The sound of another connection is heard from here on.
    case splice(SpliceReport)
    /// The volume has changed, here or in a mixer.
    case volume(Volume)
    /// Figures, at the interval that was asked for.
    case stats(PlayerStats)
    /// Something to know that does not stop the sound; `code` is stable, `message` a sentence to act on.
    case warning(code: String, message: String)
    /// Something that stopped the sound, or kept it from starting.
    case error(code: String, message: String)
    /// The last event.
    case bye(Goodbye)
}

/// A change of state, and what led to it.
public struct StateChange: Hashable, Sendable {
    /// Where the player has got to.
    public var state: PlayerState
    /// The station it is about.
    public var station: String
    /// Why, where there is something to say.
    public var reason: String?
    /// Which try to connect this is, from 1.
    public var attempt: Int?
    /// How long until the next try.
    public var retryIn: Duration?
    /// While reconnecting: whether the reserve still plays.
    public var audible: Bool?
}

/// The states a listener can tell apart.
public enum PlayerState: String, Hashable, Sendable {
    case connecting
    case buffering
    case playing
    case paused
    case reconnecting
    case stopped
    case failed

    /// Whether the stream is to be had, or to be had again.
    var isWaiting: Bool { [.connecting, .reconnecting, .failed].contains(self) }
}

/// What a stream is made of.
public struct StreamInfo: Hashable, Sendable {
    /// The address without credentials.
    public var url: String
    /// FFmpeg's name of the codec.
    public var codec: String
    /// The codec's profile, where it has one.
    public var profile: String?
    /// How the packets are wrapped.
    public var container: String
    /// The source's frames a second.
    public var sampleRate: Int
    /// The source's channels.
    public var channels: Int
    /// In bit/s.
    public var bitrate: Int?
    /// What the server says of the station.
    public var icy: IcyFacts?
}

/// What a server says of its station in ICY headers.
public struct IcyFacts: Hashable, Sendable {
    /// `icy-name`
    public var name: String?
    /// `icy-genre`
    public var genre: String?
    /// `icy-url`
    public var url: String?
    /// `icy-br`, in kbit/s.
    public var bitrate: Int?
}

/// The figures of a running player.
public struct PlayerStats: Hashable, Sendable {
    /// Compressed sound not yet decoded.
    public var networkBuffer: Duration
    /// Decoded sound not yet handed to the output.
    public var decodedBuffer: Duration
    /// Sound handed to the output and not yet heard.
    public var outputBuffer: Duration
    /// Bytes of the stream since the start.
    public var bytes: Int
    /// How often the sound ran dry.
    public var underruns: Int
    /// How often the stream stood still.
    public var stalls: Int
    /// How often the stream was connected anew.
    public var reconnects: Int
    /// How much faster the station's clock runs than the output's, in parts per million, once that has been measured.
    public var driftPPM: Int?
    /// Timers and listeners by the ledger.
    public var timers: Ledger.Counts
    /// Listeners by the ledger; `cancelled` is how many were removed.
    public var listeners: Ledger.Counts
    /// What the process uses.
    public var usage: ProcessUsage
}

/// How and why a player ended.
public struct Goodbye: Hashable, Sendable {
    /// Why.
    public var reason: EndReason
    /// The exit status that goes with it.
    public var status: Int32
    /// Timers that were still in the ledger: 0 unless something leaked.
    public var leakedTimers: Int
    /// Listeners that were still in the ledger: 0 unless something leaked.
    public var leakedListeners: Int

    /// Ends for `reason` with `status`.
    package init(reason: EndReason, status: Int32, leakedTimers: Int = 0, leakedListeners: Int = 0) {
        self.reason = reason
        self.status = status
        self.leakedTimers = leakedTimers
        self.leakedListeners = leakedListeners
    }
}

/// Why a player ended, by the names of the `bye` event.
public enum EndReason: String, Hashable, Sendable {
    case quit
    case signal
    case end
    case giveUp = "give-up"
    case refused
    case undecodable
    case noSound = "no-sound"
    case output
    case stdoutClosed = "stdout-closed"
    case error
}

/// What a player is doing, asked at a moment.
public struct PlayerStatus: Hashable, Sendable {
    /// Its state.
    public var state: PlayerState
    /// The id of its station.
    public var station: String
    /// The name of its station.
    public var stationName: String
    /// What is heard.
    public var nowPlaying: NowPlaying?
    /// What the stream is made of.
    public var stream: StreamInfo?
    /// How loud.
    public var volume: Volume
    /// How much further behind the newest held sound the ear is than it was at first: what a step back or a pause cost.
    public var behindLive: Duration
    /// All that is held ahead of the ear.
    public var reserve: Duration
}
