/// The bytes of a segment or a map, decrypted.
struct HLSPiece: Hashable, Sendable {
    let bytes: [UInt8]
    /// The `Content-Type`; a hint.
    let contentType: String?
}
