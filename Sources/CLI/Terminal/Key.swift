/// A key, as far as this program tells them apart.
enum Key: Hashable, Sendable {
    /// A printable ASCII character.
    case character(Character)
    case up
    case down
    case left
    case right
    /// The escape key by itself.
    case escape
}
