/// Which byte made which frame: where each packet begins, in bytes and in output frames. Pure; bounded.
///
/// Holds three minutes of the shortest usual packets. Packets that begin at the same byte (on one Ogg page) are one
/// entry, and packets that come faster than the bound allows are entered as one.
struct PositionMap {
    /// A packet's beginning.
    struct Entry: Equatable {
        /// Its byte position.
        var byte: Int
        /// The output frame where its sound begins.
        var frame: Int
    }

    /// Entries kept.
    static let capacity = 1 << 14
    /// Entries a second at most, so that the map holds three minutes.
    private static let density = 90

    private var entries: [Entry] = []
    /// Where the oldest entry lies, once the map is full.
    private var head = 0

    /// The newest entry.
    var last: Entry? { entries.isEmpty ? nil : self[count - 1] }
    /// The oldest entry.
    var first: Entry? { entries.isEmpty ? nil : self[0] }
    /// How many entries there are.
    var count: Int { entries.count }

    /// Enters a packet that begins at `byte` and at `frame`, of a second's `sampleRate` frames.
    mutating func append(byte: Int, frame: Int, sampleRate: Int) {
        if let last {
            guard byte > last.byte, frame - last.frame >= sampleRate / Self.density else { return }
        }
        guard entries.count == Self.capacity else { return entries.append(Entry(byte: byte, frame: frame)) }
        entries[head] = Entry(byte: byte, frame: frame)
        head = (head + 1) % Self.capacity
    }

    /// Where the packet begins that made `frame`; `nil` for a frame before the oldest entry.
    func byte(ofFrame frame: Int) -> Int? {
        let index = firstIndex { $0.frame > frame }
        return index > 0 ? self[index - 1].byte : nil
    }

    /// The first frame of the first packet that begins at or behind `byte`; `nil` when none was entered yet.
    func frame(ofByte byte: Int) -> Int? {
        let index = firstIndex { $0.byte >= byte }
        return index < count ? self[index].frame : nil
    }

    /// Bytes a second of sound, over all that is held; `nil` before there is a second of it.
    func bytesPerSecond(sampleRate: Int) -> Double? {
        guard let first, let last, last.frame - first.frame >= sampleRate else { return nil }
        return Double(last.byte - first.byte) * Double(sampleRate) / Double(last.frame - first.frame)
    }

    private subscript(index: Int) -> Entry { entries[(head + index) % entries.count] }

    /// The first index whose entry satisfies `isBehind`, which no entry before it does; `count` when none does.
    private func firstIndex(where isBehind: (Entry) -> Bool) -> Int {
        var range = 0..<count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = isBehind(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
