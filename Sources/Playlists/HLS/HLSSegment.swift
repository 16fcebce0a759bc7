/// A piece of a stream (RFC 8216, 3).
package struct HLSSegment: Hashable, Sendable {
    /// Where it is: an http or https URL, absolute.
    package let url: String
    /// Its media sequence number: the same in every version of the list.
    package let number: Int
    /// The number of the unbroken run of segments that it belongs to; where it changes, the decoder begins anew.
    package let discontinuity: Int
    /// How long it lasts; the list's target duration where the list does not say.
    package let duration: Duration
    /// What the list calls it, safe to show.
    package let title: String?
    /// Which part of the resource it is; `nil` for all of it.
    package let byteRange: HLSByteRange?
    /// How it is encrypted, if it is.
    package let key: HLSKey?
    /// What has to be decoded before it, if anything.
    package let map: HLSMap?
    /// The time of its first sample, since 1970, where the list says it.
    package let time: Duration?
    /// Whether it does not exist, and is not to be fetched (RFC 8216bis, 4.4.4.7).
    package let isGap: Bool
}
