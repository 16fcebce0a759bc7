/// Why bytes cannot be decrypted.
package enum DecryptionError: Error, Hashable, Sendable {
    /// The key, or the initialization vector, is not 16 bytes long.
    case keySize
    /// So many bytes are no encrypted text: it comes in whole blocks, at least one.
    case length(Int)
    /// The padding at the end is none: another key was used, or bytes are missing.
    case padding
}
