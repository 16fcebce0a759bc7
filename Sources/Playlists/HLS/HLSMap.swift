/// What has to be decoded before a segment makes sense, such as the headers of fragmented MP4 (RFC 8216, 4.3.2.5).
///
/// Segments that follow each other have equal maps; it is fetched anew only where it changes or after a discontinuity.
package struct HLSMap: Hashable, Sendable {
    /// Where it is: an http or https URL, absolute.
    package let url: String
    /// Which part of that it is; `nil` for all of it.
    package let byteRange: HLSByteRange?
    /// How it is encrypted, if it is.
    package let key: HLSKey?
}
