import RadioCore

/// Takes the ICY blocks out of a body: `metaint` bytes of audio, a byte that says how many times 16 bytes of text
/// follow, the text, and so on. Pure; holds one block at most (4080 bytes).
package struct IcySplitter: Sendable {
    /// What was found in the bytes, in the order in which it lies there.
    package enum Piece: Equatable, Sendable {
        /// Audio: which of the bytes just fed.
        case audio(Range<Int>)
        /// A whole block that is not empty, its padding included.
        case block([UInt8])
    }

    private enum State {
        case audio(remaining: Int)
        case length
        case text(remaining: Int)
    }

    /// Audio bytes between two blocks; `nil` when the stream has none.
    private let metaint: Int?
    private var state: State
    private var block: [UInt8] = []

    /// Splits a body whose server announced `metaint`; without one, or with one under 1, all of it is audio.
    package init(metaint: Int?) {
        self.metaint = metaint.flatMap { $0 > 0 ? $0 : nil }
        state = .audio(remaining: self.metaint ?? .max)
    }

    /// Takes the bytes that follow and tells `found` what is in them.
    package mutating func feed(_ bytes: RawSpan, found: (Piece) -> Void) {
        guard let metaint else {
            if !bytes.isEmpty { found(.audio(0..<bytes.byteCount)) }
            return
        }
        var offset = 0
        while offset < bytes.byteCount {
            switch state {
            case .audio(let remaining):
                let count = min(remaining, bytes.byteCount - offset)
                found(.audio(offset..<offset + count))
                offset += count
                state = remaining > count ? .audio(remaining: remaining - count) : .length
            case .length:
                let length = Int(bytes.byte(at: offset)) * 16
                offset += 1
                state = length > 0 ? .text(remaining: length) : .audio(remaining: metaint)
            case .text(let remaining):
                let count = min(remaining, bytes.byteCount - offset)
                for place in offset..<offset + count { block.append(bytes.byte(at: place)) }
                offset += count
                finishText(remaining: remaining - count, metaint: metaint, found: found)
            }
        }
    }

    private mutating func finishText(remaining: Int, metaint: Int, found: (Piece) -> Void) {
        state = remaining > 0 ? .text(remaining: remaining) : .audio(remaining: metaint)
        guard remaining == 0 else { return }
        found(.block(block))
        block.removeAll(keepingCapacity: true)
    }
}
