/// Which codec headers hold from which byte position on. Pure.
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

    /// Forgets what only mattered before `position`.
    package mutating func forget(before position: Int) {
        while sections.count > 1, sections[1].position <= position { sections.removeFirst() }
    }

    /// The headers that a decoder must be fed before it starts at `position`; empty at or within headers.
    package func preamble(at position: Int) -> [UInt8] {
        guard let section = sections.last(where: { $0.position <= position }) else { return [] }
        return position >= section.end ? section.bytes : []
    }
}
