package import RadioCore

/// What holds from which byte position on: the codec's headers and the title. Pure.
///
/// What lies before the oldest byte that is held is forgotten, except what is still in force there.
package struct StreamTimeline: Sendable {
    /// The codec headers in force from a position on; a connection without any begins with none.
    private struct Section {
        var position: Int
        var end: Int
        var bytes: [UInt8]
    }

    private var sections: [Section] = []
    private var titles: [(position: Int, title: InBandTitle)] = []

    /// An empty timeline.
    package init() {}

    /// Another connection's bytes begin at `position`.
    package mutating func begin(at position: Int) {
        sections.append(Section(position: position, end: position, bytes: []))
    }

    /// Headers were found.
    package mutating func add(_ header: CodecHeader) {
        sections.append(Section(position: header.position, end: header.end, bytes: header.bytes))
    }

    /// A title holds from `position` on; false when it is the one that holds already.
    package mutating func add(_ title: InBandTitle, at position: Int) -> Bool {
        guard titles.last?.title != title else { return false }
        titles.append((position, title))
        return true
    }

    /// Forgets what only mattered before `position`.
    package mutating func forget(before position: Int) {
        while sections.count > 1, sections[1].position <= position { sections.removeFirst() }
        while titles.count > 1, titles[1].position <= position { titles.removeFirst() }
    }

    /// The headers that a decoder must be fed before it starts at `position`; empty at or within headers.
    package func preamble(at position: Int) -> [UInt8] {
        guard let section = sections.last(where: { $0.position <= position }) else { return [] }
        return position >= section.end ? section.bytes : []
    }

    /// The title that holds at `position`.
    package func title(at position: Int) -> InBandTitle? {
        titles.last { $0.position <= position }?.title
    }
}
