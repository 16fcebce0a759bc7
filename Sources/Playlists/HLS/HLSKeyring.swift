import RadioCore

/// The keys in effect while a media list is read (RFC 8216, 4.3.2.4).
///
/// Several that follow each other hold the same key in several formats; one that is for everybody is enough.
struct HLSKeyring {
    /// What one EXT-X-KEY says.
    private enum Entry: Hashable {
        case identity(url: String, vector: [UInt8]?)
        case foreign(String)
    }

    private let links: LinkResolver
    private var entries: [Entry] = []
    /// Whether the entries have been used, so that the next begins anew.
    private var isInUse = false

    init(links: LinkResolver) {
        self.links = links
    }

    /// Takes an EXT-X-KEY.
    mutating func take(_ attributes: HLSAttributes) throws(PlaylistError.Kind) {
        let method = attributes["METHOD"] ?? ""
        if isInUse || method == "NONE" { entries = [] }
        isInUse = false
        guard method != "NONE" else { return }
        // The few formats there are make a handful of keys.
        guard entries.count < 16 else { throw .malformed("it has too many keys for one segment") }
        entries.append(try entry(attributes, method: method))
    }

    /// The key for the segment, or the map before the segment, with that number.
    mutating func key(number: Int) throws(PlaylistError.Kind) -> HLSKey? {
        isInUse = true
        for case .identity(let url, let vector) in entries {
            return HLSKey(url: url, vector: vector ?? Self.vector(number: number))
        }
        if case .foreign(let method) = entries.first { throw .encrypted(method) }
        return nil
    }

    private func entry(_ attributes: HLSAttributes, method: String) throws(PlaylistError.Kind) -> Entry {
        guard method == "AES-128", (attributes["KEYFORMAT"] ?? "identity") == "identity" else {
            return .foreign(SafeText.clean(method.isEmpty ? "no METHOD" : method, limit: 40))
        }
        guard let reference = attributes["URI"] else { throw .malformed("it has a key without an address") }
        let vector = try Self.vector(attributes["IV"])
        do throws(LinkRefusal) {
            return .identity(url: try links.url(of: reference), vector: vector)
        } catch {
            return .foreign("AES-128 with a key that is \(error)")
        }
    }

    /// The number that `text` states in hexadecimal digits, 128 bits of it (RFC 8216, 4.3.2.4).
    private static func vector(_ text: String?) throws(PlaylistError.Kind) -> [UInt8]? {
        guard let text else { return nil }
        let digits = text.dropFirst(2).compactMap(\.hexDigitValue)
        guard text.lowercased().hasPrefix("0x"), !digits.isEmpty, digits.count == text.count - 2,
            digits.count <= HLSKey.size * 2
        else { throw .malformed("it has a key whose IV is no number of 128 bits") }
        let padded = [Int](repeating: 0, count: HLSKey.size * 2 - digits.count) + digits
        return (0..<HLSKey.size).map { UInt8(padded[2 * $0] << 4 | padded[2 * $0 + 1]) }
    }

    /// A segment's number as a vector (RFC 8216, 5.2).
    private static func vector(number: Int) -> [UInt8] {
        (0..<HLSKey.size).map { place in
            let shift = (HLSKey.size - 1 - place) * 8
            return shift < Int.bitWidth ? UInt8(truncatingIfNeeded: number >> shift) : 0
        }
    }
}
