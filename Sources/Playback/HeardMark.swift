/// Something that lies at a place of the stream and is told when that is heard.
enum HeardMark: Hashable, Sendable {
    /// Another title holds.
    case title(InBandTitle)
    /// Nothing has been heard for half a minute, though there is sound.
    case silence
    /// What was sent while nothing more could be held is missing from here on.
    case rejoined
    /// Another connection's bytes begin.
    case splice(SpliceReport)

    /// The title, where it is one.
    var title: InBandTitle? { if case .title(let title) = self { title } else { nil } }
}
