/// A radio station as the station list gives it.
public struct Station: Hashable, Sendable, Identifiable {
    /// One address at which a station sends its sound.
    public struct Stream: Hashable, Sendable {
        /// An http or https URL of a stream.
        public var url: String
        /// What the list says of the codec, as FFmpeg names it; a hint, never trusted.
        public var codec: String?
        /// What the list says of the bitrate, in kbit/s; a hint, never trusted.
        public var bitrate: Int?

        /// Describes a stream at `url`.
        public init(url: String, codec: String? = nil, bitrate: Int? = nil) {
            self.url = url
            self.codec = codec
            self.bitrate = bitrate
        }
    }

    /// Where a station's now-playing comes from.
    public enum MetadataKind: String, Hashable, Sendable {
        /// An AzuraCast server pushes it.
        case azuracast
        /// It is in the stream itself: ICY blocks or Ogg comments.
        case icy
        /// There is none.
        case none
    }

    /// The station's now-playing service.
    public struct Metadata: Hashable, Sendable {
        /// Which protocol it speaks.
        public var kind: MetadataKind
        /// Its server, an https URL or a bare host.
        public var server: String?
        /// The station's short name on that server.
        public var shortcode: String?

        /// Describes a now-playing service.
        public init(kind: MetadataKind, server: String? = nil, shortcode: String? = nil) {
            self.kind = kind
            self.server = server
            self.shortcode = shortcode
        }
    }

    /// Lower-case letters, digits and `-`; unique in its list.
    public var id: String
    /// The name as people know it.
    public var name: String
    /// A sentence about it.
    public var description: String?
    /// Its web page.
    public var homepage: String?
    /// Where it can be heard, tried in order.
    public var streams: [Stream]
    /// Where its now-playing comes from.
    public var metadata: Metadata
    /// Who plays when nobody is named.
    public var dj: String?
    /// Words to find it by.
    public var tags: [String]
    /// The URL of its picture.
    public var art: String?
    /// The charset of its titles where they are not UTF-8, an iconv name.
    public var charset: String?
    /// A gain of its own, in dB.
    public var gainDB: Double
    /// Whether a redirect from https to http is followed.
    public var allowHTTP: Bool
    /// HTTP request headers of its own.
    public var headers: [String: String]
    /// The HTTP user agent it wants.
    public var userAgent: String?

    /// Describes a station.
    public init(
        id: String, name: String, description: String? = nil, homepage: String? = nil, streams: [Stream] = [],
        metadata: Metadata = Metadata(kind: .icy), dj: String? = nil, tags: [String] = [], art: String? = nil,
        charset: String? = nil, gainDB: Double = 0, allowHTTP: Bool = false, headers: [String: String] = [:],
        userAgent: String? = nil
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.homepage = homepage
        self.streams = streams
        self.metadata = metadata
        self.dj = dj
        self.tags = tags
        self.art = art
        self.charset = charset
        self.gainDB = gainDB
        self.allowHTTP = allowHTTP
        self.headers = headers
        self.userAgent = userAgent
    }

    /// A station made of nothing but an address, as `radiospiral play URL` plays it; its name hides the secrets in it.
    public static func url(_ url: String) -> Station {
        Station(id: "url", name: SafeURL.redacted(url), streams: [Stream(url: url)])
    }
}
