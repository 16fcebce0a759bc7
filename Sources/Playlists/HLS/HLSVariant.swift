/// One of the ways in which a stream is offered (RFC 8216, 4.3.4.2).
package struct HLSVariant: Hashable, Sendable {
    /// Where its media list is: an http or https URL, absolute.
    package let url: String
    /// The most that it needs, in bit/s; 0 where the list does not say.
    package let bandwidth: Int
    /// What it needs on average, in bit/s.
    package let averageBandwidth: Int?
    /// Its codecs as RFC 6381 names them; empty where the list does not say.
    package let codecs: [String]
    /// Whether it has a picture's size.
    package let hasResolution: Bool
    /// The group of renditions that its sound is in, where it is apart.
    package let audioGroup: String?
}

extension HLSVariant {
    /// Beginnings of the names of codecs that can be played (RFC 6381; https://mp4ra.org/registered-types/codecs).
    private static let playable = ["mp4a", "mp3", "opus", "flac"]
    /// Beginnings of the names of other codecs of sound.
    private static let foreign = ["ac-3", "ec-3", "ac-4", "alac", "dts", "mha", "mhm", "vorbis"]

    /// What it is judged by, in bit/s.
    var rate: Int { averageBandwidth ?? bandwidth }

    /// Whether its sound can be played, for all that the list says.
    var isPlayable: Bool { codecs.isEmpty || codecs.contains { Self.begins($0, Self.playable) } }

    /// Whether it is sound alone, for all that the list says.
    var isAudioOnly: Bool {
        if codecs.isEmpty { return !hasResolution }
        return codecs.allSatisfy { Self.begins($0, Self.playable + Self.foreign) }
    }

    private static func begins(_ codec: String, _ names: [String]) -> Bool {
        names.contains { codec.lowercased().hasPrefix($0) }
    }
}
