/// Which connection the bytes from a position on came by, and which codec headers hold there. Pure.
///
/// What lies before the oldest byte that is held is forgotten, except what is still in force there.
package struct StreamTimeline: Sendable {
    /// The codec headers in force from a position on; a connection without any begins with none.
    private struct Section {
        var connection: StreamConnection
        var position: Int
        var end: Int
        var bytes: [UInt8]
    }

    private var sections: [Section] = []

    /// An empty timeline.
    package init() {}

    /// The bytes of `connection` begin at `position`; one before it that brought none is forgotten. Headers that are in
    /// force there stay so until they are cut, or others are added.
    package mutating func begin(_ connection: StreamConnection, at position: Int) {
        var section = sections.last ?? Section(connection: connection, position: position, end: position, bytes: [])
        if sections.last?.position == position { sections.removeLast() }
        (section.connection, section.position) = (connection, position)
        sections.append(section)
    }

    /// The bytes from `position` on do not follow from those before: no headers are in force there.
    package mutating func cut(at position: Int) {
        guard var section = sections.last else { return }
        if section.position == position { sections.removeLast() }
        (section.position, section.end, section.bytes) = (position, position, [])
        sections.append(section)
    }

    /// Headers were found in what the connection brings that began last.
    package mutating func add(_ header: CodecHeader) {
        add(header.bytes, at: header.position, end: header.end)
    }

    /// Headers with no codec of their own to tell, such as those of fragmented MP4, lie from `position` to `end`.
    package mutating func add(_ bytes: [UInt8], at position: Int, end: Int) {
        guard let connection = sections.last?.connection else { return }
        sections.append(Section(connection: connection, position: position, end: end, bytes: bytes))
    }

    /// What brought the byte at `position`, of which nothing before it need be known any more; `nil` before the first.
    package func connection(at position: Int) -> StreamConnection? {
        (sections.last { $0.position <= position } ?? sections.first)?.connection
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
