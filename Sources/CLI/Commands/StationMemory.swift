import RadioCore

/// What is remembered from one run to the next, kept in its file soon after it changes.
///
/// Not with every change: a volume key that is held down, or a mixer's slider, would have the disk written many times a
/// second, and keys would wait for it.
@MainActor final class StationMemory {
    /// How long a change may wait for others.
    private static let delay = Duration.seconds(1)

    private let path: String?
    private var memory = PlayerMemory()
    private var written = PlayerMemory()
    private var writing: Task<Void, Never>?

    /// Reads what is remembered; writes nothing where it is not kept.
    init(isKept: Bool) {
        guard let path = PlayerMemory.path(environment: Environment.current.forFiles) else {
            self.path = nil
            return
        }
        self.path = isKept ? path : nil
        memory = PlayerMemory.read(path: path)
        written = memory
    }

    /// The id of the station heard last.
    var station: String? { memory.station }

    /// The volume used last.
    var volume: Int? { memory.volume }

    /// Remembers; `complain` is told in words what goes wrong when it is written.
    func keep(_ change: (inout PlayerMemory) -> Void, complain: @escaping @MainActor (String) -> Void) {
        change(&memory)
        guard path != nil, memory != written, writing == nil else { return }
        writing = Task {
            guard (try? await Task.sleep(for: Self.delay, clock: .suspending)) != nil else { return }
            writing = nil
            if let problem = write() { complain(problem) }
        }
    }

    /// Writes what has not been written yet, at the end; returns what went wrong, in words.
    func flush() async -> String? {
        writing?.cancel()
        await writing?.value
        return write()
    }

    private func write() -> String? {
        guard let path, memory != written else { return nil }
        written = memory
        do {
            try memory.write(path: path)
            return nil
        } catch {
            return error.description
        }
    }
}
