import RadioCore

/// The way from a station's link through lists that lead to lists: a pure value that ends walks without an end.
package struct PlaylistTrail: Hashable, Sendable {
    /// How deeply lists may lie in each other.
    package static let deepest = 5
    /// How many lists are read in all.
    package static let most = 20

    /// How deep each list lies that was entered, by its URL's key.
    private var depths: [String: Int] = [:]

    /// A trail that has led nowhere yet.
    package init() {}

    /// Enters the list at `url` that an entry of the list at `parent` led to; `nil` for the station's own link.
    ///
    /// A list that was entered before is refused as a loop, even where it lies beside itself rather than in itself:
    /// it would only repeat what has been tried.
    package mutating func enter(_ url: String, from parent: String?) throws(PlaylistError) {
        let key = URLReference(url).key
        let depth = parent.flatMap { depths[URLReference($0).key] }.map { $0 + 1 } ?? 1
        guard depths[key] == nil else { throw PlaylistError(.loop, url: url) }
        guard depth <= Self.deepest else { throw PlaylistError(.tooDeep(limit: Self.deepest), url: url) }
        guard depths.count < Self.most else { throw PlaylistError(.tooMany(limit: Self.most), url: url) }
        depths[key] = depth
    }
}
