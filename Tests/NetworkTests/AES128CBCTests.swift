import Testing

@testable import Network

struct AES128CBCTests {
    // NIST SP 800-38A, F.2.1, whose text ends with a whole block of padding here (RFC 5652, 6.3).
    private let key = bytes("2b7e151628aed2a6abf7158809cf4f3c")
    private let vector = bytes("000102030405060708090a0b0c0d0e0f")
    private let plain = bytes(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
            + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710")
    private let encrypted = bytes(
        "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
            + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"
            + "8cb82807230e1321d3fae00d18cc2012")

    @Test func `decrypts what is known, and takes the padding off`() throws {
        #expect(try AES128CBC.decrypt(encrypted, key: key, vector: vector) == plain)
        let short = bytes("f327e7290b9b923d29d949db2c9f75cc")
        #expect(try AES128CBC.decrypt(short, key: key, vector: vector) == Array("abc".utf8))
        let nothing = bytes("c84af0b613435d5d9182801a9bd9320b")
        #expect(try AES128CBC.decrypt(nothing, key: key, vector: vector) == [])
    }

    @Test func `says so when the padding is wrong: another key, or bytes that are missing`() {
        let other = Array(key.reversed())
        #expect(throws: DecryptionError.padding) { try AES128CBC.decrypt(encrypted, key: other, vector: vector) }
        #expect(throws: DecryptionError.padding) {
            try AES128CBC.decrypt(Array(encrypted.dropLast(16)), key: key, vector: vector)
        }
    }

    @Test func `refuses what is no encrypted text, and a key of another size`() {
        for count in [0, 1, 15, 17] {
            #expect(throws: DecryptionError.length(count)) {
                try AES128CBC.decrypt(Array(encrypted.prefix(count)), key: key, vector: vector)
            }
        }
        #expect(throws: DecryptionError.keySize) { try AES128CBC.decrypt(encrypted, key: [1], vector: vector) }
        #expect(throws: DecryptionError.keySize) { try AES128CBC.decrypt(encrypted, key: key, vector: []) }
    }
}

private func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
