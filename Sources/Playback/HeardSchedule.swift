/// Carries marks from where they lie in the stream to the frame at which they are heard.
///
/// Pure: {byte position} becomes {frame position} when the decoder gets there, and is due when the sink has played up to
/// it. A step in time begins another decode session, whose frames count anew, so what was due is dropped and the
/// positions ahead are watched again.
struct HeardSchedule: Sendable {
    private struct Entry {
        var byte: Int
        var mark: HeardMark
        /// Where the current session's frames from behind the mark begin, once it is decoded.
        var frame: Int?
    }

    /// Marks kept at most; a stream that sends more than a title a second for a whole pause is not telling titles.
    /// A session lets no fewer positions be watched.
    static let limit = 2048

    private var entries: [Entry] = []
    /// Entries before this one have been heard, or lie before where the session began.
    private var next = 0

    /// Whether a mark is known that has not been heard yet.
    var hasPending: Bool { next < entries.count }

    /// Adds a mark that stands at byte `position`, behind all that were added before; whether that is to be watched.
    ///
    /// Where none of those before it has been heard and there is no room, it replaces the newest: those nearest to the
    /// ear are never lost.
    mutating func add(_ mark: HeardMark, at position: Int) -> Bool {
        if entries.count == Self.limit, next == 0 {
            entries[entries.count - 1].mark = mark
            return false
        }
        if entries.count == Self.limit {
            entries.removeFirst()
            next -= 1
        }
        entries.append(Entry(byte: position, mark: mark))
        return true
    }

    /// Adds a mark that stands at byte `position`, where the decoder is now, and whose frame is known.
    mutating func add(_ mark: HeardMark, at position: Int, frame: Int) {
        let index = max(next, entries.firstIndex { $0.byte > position } ?? entries.count)
        guard entries.count < Self.limit else { return }
        entries.insert(Entry(byte: position, mark: mark, frame: frame), at: index)
    }

    /// Takes back the title that stands at byte `position`, unless it has been heard.
    mutating func withdrawTitle(at position: Int) {
        guard let index = entries[next...].firstIndex(where: { $0.byte == position && $0.mark.title != nil }) else {
            return
        }
        entries.remove(at: index)
    }

    /// Begins another session at byte `position`; returns the title in force there and the positions to watch.
    mutating func beginSession(at position: Int) -> (inForce: InBandTitle?, watch: [Int]) {
        next = entries.firstIndex { $0.byte > position } ?? entries.count
        for index in entries.indices { entries[index].frame = nil }
        return (entries[..<next].last { $0.mark.title != nil }?.mark.title, entries[next...].map(\.byte))
    }

    /// Takes note that the frames from behind byte `position` begin at `frame`.
    mutating func reached(_ position: Int, frame: Int) {
        for index in entries.indices where entries[index].byte == position { entries[index].frame = frame }
    }

    /// The frame at which the next mark is due, once it is decoded.
    var nextDue: Int? { next < entries.count ? entries[next].frame : nil }

    /// Takes the marks that are due when the sink has played up to `frame`, in order.
    mutating func heard(upTo frame: Int) -> [HeardMark] {
        let first = next
        while let due = nextDue, due <= frame { next += 1 }
        return entries[first..<next].map(\.mark)
    }

    /// Forgets the marks before byte `position`, but for the title in force there.
    mutating func forget(before position: Int) {
        let behind = entries.firstIndex { $0.byte > position } ?? entries.count
        let inForce = entries[..<behind].lastIndex { $0.mark.title != nil } ?? behind
        let count = min(inForce, next)
        guard count > 0 else { return }
        entries.removeFirst(count)
        next -= count
    }
}
