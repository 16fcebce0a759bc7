/// How a segment or a map is encrypted: AES-128 in CBC mode with PKCS7 padding (RFC 8216, 4.3.2.4).
package struct HLSKey: Hashable, Sendable {
    /// How many bytes key and initialization vector have.
    package static let size = 16

    /// Where the key is: an http or https URL that answers with its 16 bytes.
    package let url: String
    /// The initialization vector, 16 bytes: the list's, or else the segment's number, the most significant byte first
    /// (RFC 8216, 5.2).
    package let vector: [UInt8]
}
