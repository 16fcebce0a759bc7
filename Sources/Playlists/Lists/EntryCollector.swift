import RadioCore

/// Gathers the entries of a list in their order: resolved, each once, and not more than are of use.
struct EntryCollector {
    /// How many entries are taken from a list.
    static let mostEntries = 1000
    /// How many refused entries are told.
    static let mostRefusals = 100

    private let links: LinkResolver
    private var seen: Set<String> = []
    /// What can be followed.
    private(set) var entries: [PlaylistEntry] = []
    /// What cannot.
    private(set) var refused: [RefusedEntry] = []
    /// Whether the list had more entries than are taken.
    private(set) var isCut = false

    /// A collector for the list that was fetched from `base`.
    init(base: String) {
        links = LinkResolver(base: base)
    }

    /// Takes the next entry.
    mutating func add(_ reference: some StringProtocol, title: (some StringProtocol)?, duration: Duration? = nil) {
        guard entries.count < Self.mostEntries else { return isCut = true }
        do throws(LinkRefusal) {
            let url = try links.url(of: reference)
            guard seen.insert(url).inserted else { return }
            entries.append(PlaylistEntry(url: url, title: Self.shown(title), duration: duration))
        } catch {
            guard refused.count < Self.mostRefusals else { return isCut = true }
            let address = String(reference.prefix(LinkResolver.longest))
            refused.append(RefusedEntry(address: SafeURL.redacted(address), refusal: error))
        }
    }

    /// Takes the next entry, of which the list says no more.
    mutating func add(_ reference: some StringProtocol) {
        add(reference, title: String?.none)
    }

    private static func shown(_ title: (some StringProtocol)?) -> String? {
        let text = SafeText.clean(String(title ?? ""))
        return text.isEmpty ? nil : text
    }
}
