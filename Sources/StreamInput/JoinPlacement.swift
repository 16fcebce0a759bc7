import RadioCore

/// Places a connection that has no bytes in common with what is held by the time that has passed. Pure.
///
/// A server begins with a burst: sound that it sent to others before. What of the burst was sent before the old
/// connection broke off has been received already, and would be heard twice.
struct JoinPlacement: Hashable, Sendable {
    /// Bytes of the burst that are held already, in another form.
    let skip: Int
    /// How it comes out.
    let splice: Splice

    /// Places a connection of which `bytes` have come in the time `elapsed` since its first, `outage` after the last
    /// byte of the old one; `rate` is what a second of it has, `nil` if that is not known.
    init(bytes: Int, elapsed: Duration, outage: Duration, rate: Double?) {
        guard let rate, rate > 0 else {
            (skip, splice) = (0, Splice(.byTime, lost: outage))
            return
        }
        let burst = max(.zero, .seconds(Double(bytes) / rate) - elapsed)
        let overlap = burst - outage
        skip = overlap > .zero ? min(bytes, Int(overlap.seconds * rate)) : 0
        splice = Splice(.byTime, lost: max(.zero, .zero - overlap))
    }
}
