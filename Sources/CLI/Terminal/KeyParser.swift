/// Makes keys of the bytes that a terminal sends. Pure and incremental: bytes may come in any pieces, and time comes
/// from outside.
///
/// Escape sequences follow ECMA-48 and xterm's control sequences. What is not known is swallowed whole, so that no
/// piece of it is taken for a key; a paste (xterm's bracketed paste) and characters beyond ASCII do nothing.
struct KeyParser {
    /// How long a lone escape may be the beginning of a sequence.
    static let escapeTimeout = Duration.milliseconds(100)
    /// How long a sequence may be left unfinished.
    static let sequenceTimeout = Duration.seconds(1)
    /// How many bytes of a sequence are kept to tell what it is.
    private static let longest = 4

    private enum State: Hashable {
        case ground
        /// After ESC.
        case escape
        /// After ESC O: one more byte.
        case singleShift
        /// After ESC [: parameters up to a final byte.
        case control([UInt8])
        /// So many more bytes belong to a sequence that does nothing.
        case swallow(Int)
        /// A string up to BEL or ESC \.
        case string
        /// ESC inside a string.
        case stringEscape
        /// Inside a paste, with what may be its end.
        case paste([UInt8])
    }

    private static let esc: UInt8 = 0x1B
    private static let pasteEnd: [UInt8] = [esc] + Array("[201~".utf8)

    private var state = State.ground
    /// When what has begun is given up, on the clock of the caller; `nil` when nothing has begun.
    private(set) var deadline: Duration?

    /// The keys that `bytes`, which came at `now`, complete.
    mutating func feed(_ bytes: some Sequence<UInt8>, at now: Duration) -> [Key] {
        let early = expire(at: now)
        let keys = bytes.compactMap { take($0) }
        switch state {
        case .ground: deadline = nil
        case .escape: deadline = now + Self.escapeTimeout
        default: deadline = now + Self.sequenceTimeout
        }
        return early + keys
    }

    /// The keys that become certain because nothing more has come until `now`.
    mutating func expire(at now: Duration) -> [Key] {
        guard let deadline, now >= deadline else { return [] }
        let keys: [Key] = state == .escape ? [.escape] : []
        state = .ground
        self.deadline = nil
        return keys
    }

    private mutating func take(_ byte: UInt8) -> Key? {
        switch state {
        case .ground: return ground(byte)
        case .escape: return afterEscape(byte)
        case .singleShift: return finish(Self.arrow(byte))
        case .control(let parameters): return control(byte, after: parameters)
        case .swallow(let count): state = count > 1 ? .swallow(count - 1) : .ground
        case .string: string(byte)
        case .stringEscape: if byte == UInt8(ascii: "\\") { state = .ground } else { string(byte) }
        case .paste(let tail): paste(byte, after: tail)
        }
        return nil
    }

    private mutating func ground(_ byte: UInt8) -> Key? {
        if byte == Self.esc {
            state = .escape
            return nil
        }
        return (0x20...0x7E).contains(byte) ? .character(Character(Unicode.Scalar(byte))) : nil
    }

    private mutating func afterEscape(_ byte: UInt8) -> Key? {
        switch byte {
        case Self.esc: return .escape
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string
        // Intermediate bytes: a final one follows.
        case 0x20...0x2F: break
        // A key together with Alt, which is bound to nothing.
        default: state = .ground
        }
        return nil
    }

    private mutating func control(_ byte: UInt8, after parameters: [UInt8]) -> Key? {
        switch byte {
        case Self.esc: state = .escape
        // The Linux console's F1 to F5.
        case UInt8(ascii: "[") where parameters.isEmpty: state = .swallow(1)
        // A mouse, the old way.
        case UInt8(ascii: "M") where parameters.isEmpty: state = .swallow(3)
        case UInt8(ascii: "~") where parameters == Array("200".utf8): state = .paste([])
        case 0x40...0x7E: return finish(parameters.isEmpty ? Self.arrow(byte) : nil)
        case 0x20...0x3F: state = .control(parameters.count < Self.longest ? parameters + [byte] : parameters)
        default: state = .ground
        }
        return nil
    }

    private mutating func string(_ byte: UInt8) {
        switch byte {
        case Self.esc: state = .stringEscape
        case 0x07: state = .ground
        default: state = .string
        }
    }

    private mutating func paste(_ byte: UInt8, after tail: [UInt8]) {
        let tail = Array((tail + [byte]).suffix(Self.pasteEnd.count))
        state = tail == Self.pasteEnd ? .ground : .paste(tail)
    }

    private mutating func finish(_ key: Key?) -> Key? {
        state = .ground
        return key
    }

    private static func arrow(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        default: nil
        }
    }
}
