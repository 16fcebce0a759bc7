import RadioCore

/// Reads a master list, line by line (RFC 8216, 4.3.4).
struct HLSMasterReader {
    private let links: LinkResolver
    private var variants: [HLSVariant] = []
    private var renditions: [HLSRendition] = []
    private var refused: [RefusedEntry] = []
    /// What was said of the variant whose address comes next.
    private var pending: HLSAttributes?

    init(links: LinkResolver) {
        self.links = links
    }

    mutating func take(_ line: HLSLine) {
        switch line {
        case .tag("EXT-X-STREAM-INF", let value): pending = HLSAttributes(value)
        case .tag("EXT-X-MEDIA", let value): takeRendition(HLSAttributes(value))
        case .tag: break
        case .link(let reference):
            if let attributes = pending { takeVariant(attributes, at: reference) }
            pending = nil
        }
    }

    /// What has been read, unless nothing of it can be followed.
    func master() throws(PlaylistError.Kind) -> HLSMaster {
        guard !variants.isEmpty else { throw refused.isEmpty ? .empty : .refused(refused) }
        return HLSMaster(variants: variants, renditions: renditions)
    }

    private mutating func takeVariant(_ attributes: HLSAttributes, at reference: Substring) {
        guard variants.count + refused.count < HLSMaster.most, let url = url(reference) else { return }
        let codecs = attributes["CODECS"]?.split(separator: ",").map { String(ListText.trimmed($0)) }
        variants.append(
            HLSVariant(
                url: url, bandwidth: attributes.number("BANDWIDTH") ?? 0,
                averageBandwidth: attributes.number("AVERAGE-BANDWIDTH"), codecs: codecs ?? [],
                hasResolution: attributes["RESOLUTION"] != nil, audioGroup: attributes["AUDIO"]))
    }

    private mutating func takeRendition(_ attributes: HLSAttributes) {
        guard attributes["TYPE"] == "AUDIO", let group = attributes["GROUP-ID"], renditions.count < HLSMaster.most
        else { return }
        var target: String?
        if let reference = attributes["URI"] {
            guard let url = url(reference[...]) else { return }
            target = url
        }
        renditions.append(
            HLSRendition(
                group: group, name: SafeText.clean(attributes["NAME"] ?? ""),
                language: attributes["LANGUAGE"].map { SafeText.clean($0) }, isDefault: attributes.isYes("DEFAULT"),
                url: target))
    }

    /// The URL that `reference` means; where it may not be followed that is noted.
    private mutating func url(_ reference: Substring) -> String? {
        do throws(LinkRefusal) {
            return try links.url(of: reference)
        } catch {
            let address = String(reference.prefix(LinkResolver.longest))
            if refused.count < HLSMaster.most {
                refused.append(RefusedEntry(address: SafeURL.redacted(address), refusal: error))
            }
            return nil
        }
    }
}
