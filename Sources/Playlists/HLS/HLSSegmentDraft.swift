import RadioCore

/// What is known of a segment while its list is read.
struct HLSSegmentDraft {
    var url = ""
    var number = 0
    var discontinuity = 0
    var title: String?
    var duration: Duration?
    /// The text of its byte range, until its address is known.
    var byteRange: Substring?
    var range: HLSByteRange?
    var key: HLSKey?
    var map: HLSMap?
    var time: Duration?
    var isGap = false

    /// Takes what EXTINF says: seconds, a comma, and maybe a title (RFC 8216, 4.3.2.1).
    mutating func inform(_ value: Substring) {
        let seconds = value.prefix { $0 != "," }
        duration = DecimalSeconds.read(seconds)
        let title = SafeText.clean(String(value[seconds.endIndex...].dropFirst()))
        self.title = title.isEmpty ? nil : title
    }

    /// The segment, which lasts for `target` where nothing else is known.
    func segment(lasting target: Duration) -> HLSSegment {
        HLSSegment(
            url: url, number: number, discontinuity: discontinuity, duration: duration ?? target, title: title,
            byteRange: range, key: key, map: map, time: time, isGap: isGap)
    }
}
