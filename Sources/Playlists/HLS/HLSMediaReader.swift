import RadioCore

/// Reads a media list, line by line (RFC 8216, 4.3.2 and 4.3.3).
struct HLSMediaReader {
    /// How many segments are taken: more than a day of them.
    static let most = 25_000
    /// A target duration outside of these would have us ask without a pause, or never again.
    private static let targetBounds = Duration.seconds(1)...Duration.seconds(600)
    /// What is taken for the target duration where no segment tells either: what most stations have.
    private static let usualTarget = Duration.seconds(6)

    private let links: LinkResolver
    private var keys: HLSKeyring
    private var version = 1
    private var target: Duration?
    private var kind: HLSMedia.Kind?
    private var isEnded = false
    private var firstNumber = 0
    private var discontinuity = 0
    private var segments: [HLSSegmentDraft] = []
    /// The segment whose address comes next.
    private var draft = HLSSegmentDraft()
    private var map: HLSMap?

    init(links: LinkResolver) {
        self.links = links
        keys = HLSKeyring(links: links)
    }

    mutating func take(_ line: HLSLine) throws(PlaylistError.Kind) {
        switch line {
        case .tag(let name, let value):
            if try !takeListTag(name, value) { try takeSegmentTag(name, value) }
        case .link(let reference):
            try takeSegment(at: reference)
        }
    }

    /// What has been read.
    func media() -> HLSMedia {
        let longest = segments.compactMap(\.duration).max()
        let target = target ?? longest ?? Self.usualTarget
        let bounded = min(max(target, Self.targetBounds.lowerBound), Self.targetBounds.upperBound)
        return HLSMedia(
            version: version, targetDuration: bounded, kind: kind, isEnded: isEnded, firstNumber: firstNumber,
            segments: segments.map { $0.segment(lasting: bounded) })
    }
}

extension HLSMediaReader {
    /// Takes a tag about the whole list, and says whether it was one.
    private mutating func takeListTag(_ name: String, _ value: Substring) throws(PlaylistError.Kind) -> Bool {
        switch name {
        case "EXT-X-VERSION": version = DecimalNumber.read(value) ?? version
        case "EXT-X-TARGETDURATION": target = DecimalSeconds.read(value)
        case "EXT-X-PLAYLIST-TYPE": kind = HLSMedia.Kind(rawValue: String(value))
        case "EXT-X-ENDLIST": isEnded = true
        case "EXT-X-I-FRAMES-ONLY": throw .unsupported("an HLS list of pictures")
        case "EXT-X-MEDIA-SEQUENCE":
            // Behind the first segment it may not stand, and would change numbers that are in use.
            if segments.isEmpty { firstNumber = try Self.number(value, of: name) }
        case "EXT-X-DISCONTINUITY-SEQUENCE":
            if segments.isEmpty { discontinuity = try Self.number(value, of: name) }
        default: return false
        }
        return true
    }

    /// Takes a tag about the segments that follow.
    private mutating func takeSegmentTag(_ name: String, _ value: Substring) throws(PlaylistError.Kind) {
        switch name {
        case "EXTINF": draft.inform(value)
        case "EXT-X-BYTERANGE": draft.byteRange = value
        case "EXT-X-DISCONTINUITY": discontinuity += 1
        case "EXT-X-PROGRAM-DATE-TIME": draft.time = ISODateTime.read(value)
        case "EXT-X-GAP": draft.isGap = true
        case "EXT-X-KEY": try keys.take(HLSAttributes(value))
        case "EXT-X-MAP": try takeMap(HLSAttributes(value))
        default: break
        }
    }

    private var nextNumber: Int { firstNumber + segments.count }

    private mutating func takeMap(_ attributes: HLSAttributes) throws(PlaylistError.Kind) {
        guard let reference = attributes["URI"] else { throw .malformed("it has a map without an address") }
        let range = try attributes["BYTERANGE"].map { text throws(PlaylistError.Kind) in
            try Self.range(text, after: 0)
        }
        map = HLSMap(url: try url(of: reference), byteRange: range, key: try keys.key(number: nextNumber))
    }

    private mutating func takeSegment(at reference: Substring) throws(PlaylistError.Kind) {
        guard segments.count < Self.most else { throw .malformed("it has more than \(Self.most) segments") }
        draft.url = try url(of: reference)
        draft.range = try draft.byteRange.map { text throws(PlaylistError.Kind) in
            try Self.range(text, after: end(of: draft.url))
        }
        draft.number = nextNumber
        draft.discontinuity = discontinuity
        draft.key = try keys.key(number: nextNumber)
        draft.map = map
        segments.append(draft)
        draft = HLSSegmentDraft()
    }

    /// Where the part ends that the segment before is of the same resource (RFC 8216, 4.3.2.2).
    private func end(of url: String) -> Int {
        guard let last = segments.last, last.url == url else { return 0 }
        return last.range?.end ?? 0
    }

    private func url(of reference: some StringProtocol) throws(PlaylistError.Kind) -> String {
        do throws(LinkRefusal) {
            return try links.url(of: reference)
        } catch {
            let address = SafeURL.redacted(String(reference.prefix(LinkResolver.longest)))
            throw .refused([RefusedEntry(address: address, refusal: error)])
        }
    }

    private static func number(_ value: Substring, of tag: String) throws(PlaylistError.Kind) -> Int {
        guard let number = DecimalNumber.read(ListText.trimmed(value)) else {
            throw .malformed("the value of \(tag) is no number")
        }
        return number
    }

    private static func range(_ text: some StringProtocol, after start: Int) throws(PlaylistError.Kind) -> HLSByteRange
    {
        guard let range = HLSByteRange(text, after: start) else { throw .malformed("it has a byte range that is none") }
        return range
    }
}
