/// The part of a body that is wanted, as it comes in. Pure.
///
/// A server may answer a request for a range with the whole resource, or with more than was asked for.
struct RangedBody: Sendable {
    /// What became of a piece.
    enum Verdict: Hashable, Sendable {
        /// More is wanted.
        case more
        /// The range is complete; the rest is not wanted.
        case complete
        /// There is more of it than is allowed.
        case overflow
    }

    /// What has come of the part that is wanted.
    private(set) var bytes: [UInt8] = []
    private let wanted: Int?
    private let limit: Int
    /// Bytes that still lie before the range.
    private var skip: Int

    /// Collects `range` of a resource, or all of it: from all of the resource where the body `isWhole`, else from the
    /// range. Never more than `limit` bytes.
    init(range: Range<Int>?, isWhole: Bool, limit: Int) {
        wanted = range?.count
        self.limit = limit
        skip = isWhole ? range?.lowerBound ?? 0 : 0
    }

    /// Whether all of the range is there, as far as one was wanted.
    var isSufficient: Bool { wanted.map { bytes.count == $0 } ?? true }

    /// Takes the bytes that follow.
    mutating func take(_ piece: RawSpan) -> Verdict {
        let begin = min(skip, piece.byteCount)
        skip -= begin
        let missing = (wanted ?? .max) - bytes.count
        let end = begin + min(piece.byteCount - begin, missing)
        guard bytes.count + end - begin <= limit else { return .overflow }
        // Safe: bytes have no padding, and the array is grown by as many as are copied.
        unsafe piece.extracting(begin..<end).withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        return bytes.count == wanted ? .complete : .more
    }
}
