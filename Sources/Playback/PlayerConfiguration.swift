@_exported public import RadioCore

/// All that a player needs to know before it starts.
public struct PlayerConfiguration: Sendable {
    /// Where the sound goes.
    public enum Output: Hashable, Sendable {
        /// A PulseAudio sink by name, or the server's default.
        case pulse(device: String?)
        /// Nowhere, in real time.
        case null
        /// A WAV file at the rate and channels of the first decoded frame.
        case wav(path: String)
        /// Raw 16-bit little-endian samples, 48 kHz stereo; `-` is standard output.
        case pipe(path: String)
    }

    /// What to play first.
    public var station: Station
    /// The list that next, previous and numbers walk through.
    public var stations: [Station]
    /// Where the sound goes.
    public var output: Output
    /// How loud.
    public var volume: Volume
    /// The reserve to aim for against drop-outs.
    public var reserve: Duration
    /// When to end if a station never gave sound; `nil` is never.
    public var stationGiveUp: Duration?
    /// When to end if no sound server could be had; `nil` is never.
    public var soundGiveUp: Duration?
    /// How often a `stats` event comes; `nil` is never.
    public var statsInterval: Duration?
    /// Certificates to trust besides the system's.
    public var caFile: String?
    /// Whether every station's redirects from https to http are followed.
    public var allowHTTP: Bool
    /// Where log lines go.
    public var log: Log
    /// Bytes of the stream that are held at most: half an hour at 128 kbit/s, and the two minutes that are kept behind.
    package var bufferLimit = (30 * 60 + 120) * 128_000 / 8

    /// A player of `station` at its defaults: the default sink, full volume, ten seconds of reserve.
    public init(
        station: Station, stations: [Station] = [], output: Output = .pulse(device: nil),
        volume: Volume = Volume(percent: 100), reserve: Duration = .seconds(10),
        stationGiveUp: Duration? = .seconds(60), soundGiveUp: Duration? = .seconds(10),
        statsInterval: Duration? = nil, caFile: String? = nil, allowHTTP: Bool = false, log: Log = .silent
    ) {
        self.station = station
        self.stations = stations
        self.output = output
        self.volume = volume
        self.reserve = reserve
        self.stationGiveUp = stationGiveUp
        self.soundGiveUp = soundGiveUp
        self.statsInterval = statsInterval
        self.caFile = caFile
        self.allowHTTP = allowHTTP
        self.log = log
    }
}
