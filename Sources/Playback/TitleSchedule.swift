/// Carries titles from where they lie in the stream to the frame at which they are heard.
///
/// Pure: {byte position} becomes {frame position} when the decoder gets there, and is due when the sink has played up to
/// it. A step in time begins another decode session, whose frames count anew, so what was due is dropped and the
/// positions ahead are watched again.
struct TitleSchedule: Sendable {
    private struct Mark {
        var byte: Int
        var title: InBandTitle
        /// Where the current session's frames from behind the mark begin, once it is decoded.
        var frame: Int?
    }

    /// Titles kept at most; a stream that sends more than a title a second for a whole pause is not telling titles.
    /// A session lets no fewer positions be watched.
    static let limit = 2048

    private var marks: [Mark] = []
    /// Marks before this one have been heard, or lie before where the session began.
    private var next = 0

    /// Whether a title is known that has not been heard yet.
    var hasPending: Bool { next < marks.count }

    /// Adds a title that stands at byte `position`, behind all that were added before; whether that is to be watched.
    ///
    /// Where none of those before it has been heard and there is no room, it replaces the newest: those nearest to the
    /// ear are never lost.
    mutating func add(_ title: InBandTitle, at position: Int) -> Bool {
        if marks.count == Self.limit, next == 0 {
            marks[marks.count - 1].title = title
            return false
        }
        if marks.count == Self.limit {
            marks.removeFirst()
            next -= 1
        }
        marks.append(Mark(byte: position, title: title))
        return true
    }

    /// Begins another session at byte `position`; returns the title in force there and the positions to watch.
    mutating func beginSession(at position: Int) -> (inForce: InBandTitle?, watch: [Int]) {
        next = marks.firstIndex { $0.byte > position } ?? marks.count
        for index in marks.indices { marks[index].frame = nil }
        return (next > 0 ? marks[next - 1].title : nil, marks[next...].map(\.byte))
    }

    /// Takes note that the frames from behind byte `position` begin at `frame`.
    mutating func reached(_ position: Int, frame: Int) {
        for index in marks.indices where marks[index].byte == position { marks[index].frame = frame }
    }

    /// The frame at which the next title is due, once it is decoded.
    var nextDue: Int? { next < marks.count ? marks[next].frame : nil }

    /// Takes the titles that are due when the sink has played up to `frame`, in order.
    mutating func heard(upTo frame: Int) -> [InBandTitle] {
        var titles: [InBandTitle] = []
        while let due = nextDue, due <= frame {
            titles.append(marks[next].title)
            next += 1
        }
        return titles
    }

    /// Forgets the titles before byte `position`, but for the one in force there.
    mutating func forget(before position: Int) {
        let inForce = (marks.firstIndex { $0.byte > position } ?? marks.count) - 1
        let count = min(inForce, next)
        guard count > 0 else { return }
        marks.removeFirst(count)
        next -= count
    }
}
