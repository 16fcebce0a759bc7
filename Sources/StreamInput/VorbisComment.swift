import RadioCore

/// The list of `NAME=value` comments that Vorbis, Opus, FLAC and Speex share (Vorbis I specification, section 5).
struct VorbisComment {
    /// Comments looked at; a title stands among the first.
    static let limit = 1000

    private var values: [String: [String]] = [:]

    /// Reads the list that `bytes` begin with; what is cut short or broken ends it.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard let vendor = rest.popLength(), rest.pop(vendor) != nil, let count = rest.popLength() else { return }
        for _ in 0..<min(count, Self.limit) {
            guard let length = rest.popLength(), let comment = rest.pop(length) else { return }
            keep(comment)
        }
    }

    /// The title, `nil` when the comments name neither an artist nor a title.
    var title: InBandTitle? {
        let (artist, title) = (text("ARTIST"), text("TITLE"))
        let parts = [artist, title].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        return InBandTitle(
            source: .vorbisComment, artist: artist, title: title, album: text("ALBUM"),
            text: SafeText.clean(parts.joined(separator: " - ")))
    }

    private func text(_ name: String) -> String? {
        values[name].map { SafeText.clean($0.joined(separator: ", ")) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func keep(_ comment: ArraySlice<UInt8>) {
        guard let sign = comment.firstIndex(of: UInt8(ascii: "=")) else { return }
        let name = String(decoding: comment[..<sign], as: UTF8.self).uppercased()
        guard ["ARTIST", "TITLE", "ALBUM"].contains(name) else { return }
        let value = SafeText.clean(SafeText.decode(comment[(sign + 1)...].prefix(1 << 12), charset: nil))
        // Repeated artists are joined; of the others the first counts.
        if value.isEmpty || (name != "ARTIST" && values[name] != nil) { return }
        values[name, default: []].append(value)
    }
}

extension ArraySlice<UInt8> {
    /// Takes `count` bytes off the front, if there are as many.
    fileprivate mutating func pop(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= self.count else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count)
    }

    /// Takes a length of four bytes off the front, the least significant first.
    fileprivate mutating func popLength() -> Int? {
        pop(4)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
