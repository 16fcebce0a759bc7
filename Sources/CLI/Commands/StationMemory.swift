import RadioCore

/// What is remembered from one run to the next, kept in its file whenever it changes.
@MainActor final class StationMemory {
    private let path: String?
    private var memory = PlayerMemory()

    /// Reads what is remembered; writes nothing where it is not kept.
    init(isKept: Bool) {
        guard let path = PlayerMemory.path(environment: Environment.current.forFiles) else {
            self.path = nil
            return
        }
        self.path = isKept ? path : nil
        memory = PlayerMemory.read(path: path)
    }

    /// The id of the station heard last.
    var station: String? { memory.station }

    /// The volume used last.
    var volume: Int? { memory.volume }

    /// Remembers; returns what went wrong, in words.
    func keep(_ change: (inout PlayerMemory) -> Void) -> String? {
        var changed = memory
        change(&changed)
        guard changed != memory, let path else { return nil }
        memory = changed
        do {
            try changed.write(path: path)
            return nil
        } catch {
            return error.description
        }
    }
}
