/// The part of a resource that a segment or a map is (RFC 8216, 4.3.2.2), in bytes.
package struct HLSByteRange: Hashable, Sendable {
    /// Where it begins.
    package let offset: Int
    /// How long it is.
    package let length: Int

    /// Where it ends.
    var end: Int { offset + length }

    /// Reads `length[@offset]`; without an offset it begins at `start`, behind the part before it.
    init?(_ text: some StringProtocol, after start: Int) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let length = DecimalNumber.read(ListText.trimmed(first)), length > 0,
            let offset = parts.count == 2 ? DecimalNumber.read(ListText.trimmed(parts[1])) : start
        else { return nil }
        self.offset = offset
        self.length = length
    }
}
