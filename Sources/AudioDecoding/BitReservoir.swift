/// Keeps count of the bytes of earlier frames that an MP3 frame may refer to.
///
/// Where decoding begins in the middle of a stream, the first frames refer to bytes that nobody has; what they decode to
/// is not what was sent.
struct BitReservoir {
    /// No frame can refer further back.
    private static let limit = 511
    private var held = 0

    /// Takes a frame that reaches back `reach` bytes and adds `size`, and says whether it can be decoded.
    mutating func take(reach: Int, size: Int) -> Bool {
        defer { held = min(Self.limit, held + size) }
        return reach <= held
    }
}
