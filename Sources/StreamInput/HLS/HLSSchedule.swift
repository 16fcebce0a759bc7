import Playlists

/// Decides which segment of a media list comes next, and whether it follows from the one before. Pure.
struct HLSSchedule: Hashable, Sendable {
    /// What is to be done next.
    enum Step: Hashable, Sendable {
        /// Bring this segment; it `follows` where not a sample lies between it and the one before.
        case bring(HLSSegment, follows: Bool)
        /// There is nothing new until the list changes.
        case wait
        /// All of it has been brought.
        case end
    }

    /// Where to go on.
    private enum Place: Hashable, Sendable {
        /// Where a stream is begun, but behind the segment of that number.
        case start(behind: Int?)
        /// At the segment of that number, or the next there is.
        case number(Int)
    }

    /// The newest list that is known.
    private(set) var media: HLSMedia
    private var place = Place.start(behind: nil)
    /// The segment that was brought last.
    private var last: HLSSegment?

    /// A schedule that begins where a stream is begun: the first segment of what has an end, else near the live edge.
    init(_ media: HLSMedia) {
        self.media = media
    }

    /// What is to be done next.
    var step: Step {
        guard let segment = next else { return media.isEnded ? .end : .wait }
        return .bring(segment, follows: follows(segment))
    }

    /// How long the sound is that lies between `segment` and the one brought last, as far as their numbers tell.
    func lost(before segment: HLSSegment) -> Duration {
        guard let last, segment.number > last.number else { return .zero }
        return media.targetDuration * (segment.number - last.number - 1)
    }

    /// The list has been loaded again; says whether there is anything new in it.
    ///
    /// One that went back and shares nothing with what is known belongs to an encoder that was started anew: so is the
    /// stream. One that did and shares something is an old copy out of a cache, and one without segments is a list that
    /// is being written; neither tells anything.
    mutating func take(_ new: HLSMedia) -> Bool {
        if isBehind(new) {
            guard !new.segments.isEmpty, !shares(new) else { return false }
            (place, last) = (.start(behind: nil), nil)
        }
        defer { media = new }
        return new != media
    }

    /// `segment` was brought whole.
    mutating func finish(_ segment: HLSSegment) {
        last = segment
        place = .number(segment.number + 1)
    }

    /// `segment` is not there any more: what follows it will go soon too, so that it is the live edge next.
    mutating func miss(_ segment: HLSSegment) { place = .start(behind: segment.number) }

    /// `segment` cannot be had.
    mutating func skip(_ segment: HLSSegment) { place = .number(segment.number + 1) }

    // MARK: Parts

    private var next: HLSSegment? {
        let number =
            switch place {
            case .number(let number): number
            case .start(let missing):
                max(media.firstNumber + (media.startIndex ?? 0), missing.map { $0 + 1 } ?? 0)
            }
        return media.segments.dropFirst(max(0, number - media.firstNumber)).first { !$0.isGap }
    }

    private func follows(_ segment: HLSSegment) -> Bool {
        guard let last, segment.number == last.number + 1, Self.isSame(segment.map, last.map) else { return false }
        // Looked up in the same list: one that does not say where its count of discontinuities begins counts anew.
        return segment.discontinuity == (Self.segment(last.number, in: media) ?? last).discontinuity
    }

    private func isBehind(_ new: HLSMedia) -> Bool {
        new.firstNumber < media.firstNumber
            || new.firstNumber + new.segments.count < media.firstNumber + media.segments.count
    }

    private func shares(_ new: HLSMedia) -> Bool {
        new.segments.contains { segment in
            guard let known = Self.segment(segment.number, in: media) else { return false }
            return known.byteRange == segment.byteRange && known.url.withoutQuery == segment.url.withoutQuery
        }
    }

    private static func segment(_ number: Int, in media: HLSMedia) -> HLSSegment? {
        let index = number - media.firstNumber
        return media.segments.indices.contains(index) ? media.segments[index] : nil
    }

    /// Addresses may have tokens that change with every list.
    private static func isSame(_ one: HLSMap?, _ other: HLSMap?) -> Bool {
        one?.byteRange == other?.byteRange && one?.url.withoutQuery == other?.url.withoutQuery
    }
}

extension String {
    /// An address without what follows its path.
    var withoutQuery: Substring { prefix { $0 != "?" && $0 != "#" } }
}
