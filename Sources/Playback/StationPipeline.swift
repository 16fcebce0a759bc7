import AudioDecoding
import Glibc
import Rings
import StationMetadata
import StreamInput

/// One station being played: its transfer, its bytes, its decoder and its titles.
///
/// Belongs to the player actor and is touched nowhere else; a switch makes a new one and ends the old.
final class StationPipeline {
    let station: Station
    /// The name under which its timers and listeners stand in the ledger; no two pipelines share one.
    let scope: String
    let buffer: TimeShiftBuffer
    let input: StreamInput

    /// Sources with a greater number are this pipeline's.
    let number: Int
    /// The byte at which the session began.
    var sessionStart = 0
    /// What decodes it now, and the task that carries its events to the player.
    var session: DecodeSession?
    var sessionListener: Task<Void, Never>?
    var source: AudioSource?
    var head: StreamHead?
    var format: StreamFormat?
    /// What listeners have been told of the stream.
    var toldInfo: StreamInfo?
    /// Why the stream was lost or could not be had, and when it is tried again; `nil` while it flows.
    var drop: (reason: String, attempt: Int?, retryIn: Duration?)?
    /// The code of the drop that listeners have been told of, until bytes come again.
    var toldDrop: String?
    /// Where that lies which could not be decoded, while decoding waits for the next connection.
    var undecodable: Int?
    var marks = HeardSchedule()
    /// The title in force where the session began, shown when that is heard.
    var titleAtStart: InBandTitle?
    var board: NowPlayingBoard
    var reserveControl = ReserveControl()
    /// How many bytes were held ahead of the ear when it was first heard: what "live" means on this stream.
    var liveDistance: Int?
    var underruns = 0
    /// The task that carries the input's events to the player.
    var inputListener: Task<Void, Never>?

    init(station: Station, number: Int, buffer: TimeShiftBuffer, input: StreamInput) {
        self.station = station
        self.number = number
        scope = Self.scope(of: station, number: number)
        self.buffer = buffer
        self.input = input
        board = NowPlayingBoard(station: station)
    }

    /// The name in the ledger of the pipeline `number`, which plays `station`.
    static func scope(of station: Station, number: Int) -> String { "\(station.id)#\(number)" }

    /// What the station's samples are multiplied by.
    var gain: Float { Float(exp(station.gainDB / 20 * M_LN10)) }

    /// What the stream is made of, once both the server and the decoder have said so.
    var streamInfo: StreamInfo? {
        guard let format else { return nil }
        return StreamInfo(
            url: head?.url ?? "", codec: format.codec, profile: format.profile, container: format.container,
            sampleRate: format.sampleRate, channels: format.channels, bitrate: format.bitrate,
            icy: head.flatMap(IcyFacts.init(head:)))
    }

    /// What an earlier session measured, for the time until the present one has.
    var measuredRate: Double?

    /// Bytes for a second of sound, once that has been measured.
    var bytesPerSecond: Double? { session?.bytesPerSecond ?? measuredRate }

    /// How long `bytes` bytes of the stream last; zero until the decoder has measured the rate.
    func duration(ofBytes bytes: Int) -> Duration {
        guard let rate = bytesPerSecond, rate > 0 else { return .zero }
        return .seconds(Double(bytes) / rate)
    }

    /// How many bytes of the stream last `duration`.
    func bytes(in duration: Duration) -> Int? {
        guard let rate = bytesPerSecond, rate > 0 else { return nil }
        return Int(duration.seconds * rate)
    }

    /// Ends all of it; returns when nothing is left running.
    func end() async {
        session?.cancel()
        await input.stop()
        await session?.join()
        await sessionListener?.value
        await inputListener?.value
    }
}

extension IcyFacts {
    /// The ICY headers of `head`, or `nil` where there are none.
    init?(head: StreamHead) {
        let facts = IcyFacts(name: head.icyName, genre: head.icyGenre, url: head.icyURL, bitrate: head.icyBitrate)
        guard facts != IcyFacts() else { return nil }
        self = facts
    }
}
