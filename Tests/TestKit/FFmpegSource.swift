/// An ffmpeg that encodes a sound in real time and feeds a mount of a private Icecast with it.
package final class FFmpegSource: Sendable {
    /// What to encode as.
    package enum Codec: String, CaseIterable, Sendable {
        case mp3
        case aac
        case vorbis
        case opus
        case flac
    }

    /// Where the sound comes from.
    package enum Input: Sendable {
        /// A file, from its start, again and again.
        case file(String)
        /// A description for ffmpeg's libavfilter device, `sine=440` say.
        case filter(String)

        fileprivate var arguments: [String] {
            switch self {
            case .file(let path): ["-re", "-stream_loop", "-1", "-i", path]
            case .filter(let description): ["-re", "-f", "lavfi", "-i", description]
            }
        }
    }

    private let process: ChildProcess

    /// Starts feeding `mount` of `server` and waits until it can be listened to.
    ///
    /// - Parameters:
    ///   - kilobits: bit rate in kbit/s; FLAC takes what it takes.
    ///   - sampleRate: frames a second, as the input has them if `nil`.
    ///   - primedFor: seconds to go on waiting, so that the server has a burst to give.
    package init(
        _ input: Input, to mount: String, of server: IcecastServer, codec: Codec = .mp3, kilobits: Int = 128,
        sampleRate: Int? = nil, channels: Int = 2, name: String? = nil, primedFor: Double = 0
    ) async throws {
        var arguments = ["-hide_banner", "-nostdin", "-loglevel", "error"] + input.arguments
        arguments += ["-map", "0:a", "-ac", "\(channels)"] + (sampleRate.map { ["-ar", "\($0)"] } ?? [])
        arguments += Self.encoding(codec, kilobits: kilobits) + (name.map { ["-ice_name", $0] } ?? [])
        arguments += ["-flush_packets", "1", server.sourceURL(of: mount)]
        process = try ChildProcess("ffmpeg", arguments)
        try await server.waitForMount(mount, primedFor: primedFor)
    }

    /// Ends the source; Icecast then ends the listeners' connections.
    package func stop() async {
        await process.stop()
    }

    /// The arguments that make ffmpeg write `codec` as stations send it: no header frames, small Ogg pages.
    package static func encoding(_ codec: Codec, kilobits: Int = 128) -> [String] {
        let rate = ["-b:a", "\(kilobits)k"]
        let ogg = ["-page_duration", "100000", "-f", "ogg", "-content_type", "application/ogg"]
        return switch codec {
        case .mp3:
            ["-c:a", "libmp3lame"] + rate
                + ["-write_xing", "0", "-id3v2_version", "0", "-f", "mp3", "-content_type", "audio/mpeg"]
        case .aac: ["-c:a", "aac"] + rate + ["-f", "adts", "-content_type", "audio/aac"]
        case .vorbis: ["-c:a", "libvorbis"] + rate + ogg
        case .opus: ["-c:a", "libopus"] + rate + ogg
        case .flac: ["-c:a", "flac"] + ogg
        }
    }
}
