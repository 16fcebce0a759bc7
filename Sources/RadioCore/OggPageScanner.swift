/// Finds the pages of an Ogg stream that is fed in pieces of any size, and skips what is not a page.
///
/// A pure value that holds one page's head at most (282 bytes), never a payload: the payload's pieces are told as they
/// pass, and the caller keeps what it wants. The checksum is not looked at, since what comes over TCP is whole; where
/// scanning begins amid a page, bytes that only look like one are left again where that page would end.
package struct OggPageScanner: Sendable {
    /// What was found in the bytes, in the order in which it lies there.
    package enum Finding: Equatable, Sendable {
        /// A page's head is complete; its payload follows.
        case page(OggPage)
        /// A piece of the payload of the page found last: which of the bytes just fed.
        case payload(Range<Int>)
        /// All of the payload of this page has passed.
        case pageEnd(OggPage)
    }

    /// The page whose payload is passing, and how much of it is still to come.
    private var passing: (page: OggPage, remaining: Int)?
    /// What may be the beginning of a page's head.
    private var head: [UInt8] = []
    /// Where the next byte to be fed lies.
    package private(set) var position: Int
    /// How many bytes belonged to no page.
    package private(set) var skipped = 0

    /// A scanner whose first byte will lie at `position`.
    package init(position: Int = 0) {
        self.position = position
    }

    /// Takes the bytes that follow and tells `found` what is in them.
    package mutating func feed(_ bytes: RawSpan, found: (Finding) -> Void) {
        var offset = 0
        while offset < bytes.byteCount {
            if let (page, remaining) = passing {
                let count = min(remaining, bytes.byteCount - offset)
                found(.payload(offset..<offset + count))
                offset += count
                position += count
                pass(page, remaining: remaining - count, found: found)
            } else {
                take(bytes.byte(at: offset), found: found)
                offset += 1
            }
        }
    }

    private mutating func pass(_ page: OggPage, remaining: Int, found: (Finding) -> Void) {
        passing = remaining > 0 ? (page, remaining) : nil
        if remaining == 0 { found(.pageEnd(page)) }
    }

    private mutating func take(_ byte: UInt8, found: (Finding) -> Void) {
        head.append(byte)
        position += 1
        while !mayBeHead {
            head.removeFirst()
            skipped += 1
        }
        guard let page = OggPage(head: head, position: position - head.count) else { return }
        head.removeAll(keepingCapacity: true)
        found(.page(page))
        pass(page, remaining: page.payloadSize, found: found)
    }

    /// Whether what is held can still become a head: the pattern, version 0, and no flag but the three that exist.
    private var mayBeHead: Bool {
        zip(head, OggPage.capturePattern).allSatisfy { $0 == $1 }
            && (head.count < 5 || head[4] == 0) && (head.count < 6 || head[5] < 8)
    }
}

extension RawSpan {
    /// The byte at `offset`; traps when there is none.
    package func byte(at offset: Int) -> UInt8 {
        // Safe: any byte is a valid UInt8, and the offset is checked.
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}
