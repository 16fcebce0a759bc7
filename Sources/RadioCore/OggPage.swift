/// The head of an Ogg page (RFC 3533, section 6).
package struct OggPage: Hashable, Sendable {
    /// Bytes of a page's head before its segment table.
    package static let fixedHeadSize = 27
    /// What every page begins with.
    package static let capturePattern = Array("OggS".utf8)

    /// Where the page begins: the position of its capture pattern.
    package let position: Int
    /// The head as it lay in the stream, the segment table included.
    package let head: [UInt8]
    /// The number of the logical stream that it belongs to.
    package let serial: UInt32
    /// The page's number within its logical stream.
    package let sequence: UInt32
    /// The codec's time stamp; -1 where no packet ends on the page.
    package let granule: Int64
    /// Bytes behind the head.
    package let payloadSize: Int

    /// Reads the `head` of a page that lies at `position`; `nil` unless it is whole and nothing follows it.
    package init?(head: [UInt8], position: Int) {
        guard head.count >= Self.fixedHeadSize, head.count == Self.fixedHeadSize + Int(head[26]),
            head.starts(with: Self.capturePattern), head[4] == 0
        else { return nil }
        self.position = position
        self.head = head
        granule = Int64(bitPattern: UInt64(littleEndian: head[6..<14]))
        serial = UInt32(truncatingIfNeeded: UInt64(littleEndian: head[14..<18]))
        sequence = UInt32(truncatingIfNeeded: UInt64(littleEndian: head[18..<22]))
        payloadSize = head[Self.fixedHeadSize...].reduce(0) { $0 + Int($1) }
    }

    /// Whether its first packet began on an earlier page.
    package var isContinued: Bool { head[5] & 1 != 0 }
    /// Whether it is the first page of its logical stream.
    package var isFirst: Bool { head[5] & 2 != 0 }
    /// Whether it is the last page of its logical stream.
    package var isLast: Bool { head[5] & 4 != 0 }
    /// The lengths of its segments in bytes; a packet ends with the first that is under 255.
    package var segments: ArraySlice<UInt8> { head[Self.fixedHeadSize...] }
    /// The position behind the page.
    package var end: Int { position + head.count + payloadSize }

    /// The pieces of packets that lie on the page, in order: bytes of each, and whether its packet ends with it.
    package var pieces: [(length: Int, endsPacket: Bool)] {
        var pieces: [(length: Int, endsPacket: Bool)] = []
        var length = 0
        for segment in segments {
            length += Int(segment)
            guard segment < 255 else { continue }
            pieces.append((length, true))
            length = 0
        }
        if segments.last == 255 { pieces.append((length, false)) }
        return pieces
    }
}

extension UInt64 {
    /// The number that up to eight bytes spell, the least significant first.
    fileprivate init(littleEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
