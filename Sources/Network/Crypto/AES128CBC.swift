import CCrypto

/// AES with a key of 128 bits, in CBC mode with PKCS #7 padding: how HLS segments are encrypted (RFC 8216, 4.3.2.4).
package enum AES128CBC {
    /// Bytes of a key, of an initialization vector, and of a block.
    package static let blockSize = 16

    /// The bytes that `bytes` are with `key` and the initialization vector `vector`, each of 16 bytes.
    package static func decrypt(
        _ bytes: [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        guard key.count == blockSize, vector.count == blockSize else { throw .keySize }
        guard !bytes.isEmpty, bytes.count % blockSize == 0, bytes.count <= Int(Int32.max) - blockSize else {
            throw .length(bytes.count)
        }
        let context = CipherContext()
        guard let plain = context.decrypt(bytes, key: key, vector: vector) else { throw .padding }
        return plain
    }
}

/// The owner of libcrypto's state of one decryption.
@safe private final class CipherContext {
    // Safe: made, used and freed here alone.
    private let context: OpaquePointer

    init() {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { preconditionFailure("libcrypto has no memory") }
        unsafe self.context = context
    }

    deinit { unsafe EVP_CIPHER_CTX_free(context) }

    /// The plain bytes; `nil` where the padding is wrong.
    func decrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8]? {
        guard unsafe EVP_DecryptInit_ex(context, EVP_aes_128_cbc(), nil, key, vector) == 1 else { return nil }
        var isGood = false
        // Safe: libcrypto writes no more than it is given and a block besides, which is the array's capacity.
        let plain = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + AES128CBC.blockSize) { plain, count in
            guard let start = plain.baseAddress else { return }
            var (body, rest): (Int32, Int32) = (0, 0)
            isGood =
                unsafe EVP_DecryptUpdate(context, start, &body, bytes, Int32(bytes.count)) == 1
                && EVP_DecryptFinal_ex(context, start + Int(body), &rest) == 1
            count = Int(body + rest)
        }
        return isGood ? plain : nil
    }
}
