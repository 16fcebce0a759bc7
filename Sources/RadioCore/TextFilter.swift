/// Builds a text of the scalars that are safe to show, one scalar after the other.
struct TextFilter {
    /// What has been kept so far; never begins or ends with a space.
    private(set) var text = ""
    private var last: Unicode.Scalar?
    private var marks = 0
    private var pendingSpace = false
    private var pendingJoiner: Unicode.Scalar?

    /// Keeps `scalar`, folds it into a space, or leaves it out.
    mutating func take(_ scalar: Unicode.Scalar) {
        switch Self.role(of: scalar) {
        case .space:
            pendingSpace = last != nil
            pendingJoiner = nil
        case .joiner:
            pendingJoiner = pendingSpace ? nil : scalar
        case .mark:
            keepMark(scalar)
        case .visible:
            keep(scalar)
            marks = 0
        case .hidden:
            break
        }
    }

    /// A mark stands on a character; without one it would land on whatever the terminal shows before the text.
    private mutating func keepMark(_ scalar: Unicode.Scalar) {
        guard last != nil, !pendingSpace, marks < SafeText.marksPerCharacter else { return }
        keep(scalar)
        marks += 1
    }

    private mutating func keep(_ scalar: Unicode.Scalar) {
        if pendingSpace {
            text.unicodeScalars.append(" ")
        } else if let joiner = pendingJoiner, let last, Self.canJoin(last), Self.canJoin(scalar) {
            text.unicodeScalars.append(joiner)
        }
        pendingSpace = false
        pendingJoiner = nil
        text.unicodeScalars.append(scalar)
        last = scalar
    }
}

extension TextFilter {
    /// What a scalar is to a line of text.
    private enum Role {
        case visible
        case mark
        case space
        case joiner
        case hidden
    }

    private static func role(of scalar: Unicode.Scalar) -> Role {
        let properties = scalar.properties
        switch scalar.value {
        case 0x20...0x7E: return scalar == " " ? .space : .visible
        case 0x200C, 0x200D: return .joiner
        // Asks for the coloured form of the emoji before it.
        case 0xFE0F: return .mark
        default: break
        }
        if properties.isWhitespace { return .space }
        if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return .hidden }
        switch properties.generalCategory {
        case .control, .format, .privateUse, .surrogate: return .hidden
        case .nonspacingMark, .enclosingMark, .spacingMark: return .mark
        default: return .visible
        }
    }

    /// Whether a joiner beside `scalar` means something: in emoji, and in the scripts from Arabic on that join letters.
    /// Anywhere else it is only a way to hide a difference.
    private static func canJoin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE0F: true
        case 0x0600...0x1CFF: true
        default: scalar.value > 0x2000 && scalar.properties.isEmoji
        }
    }
}
