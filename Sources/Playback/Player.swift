/// An internet radio player: commands in, events out.
public actor Player {
    private let configuration: PlayerConfiguration

    /// Makes a player; nothing happens before `start()`.
    public init(_ configuration: PlayerConfiguration) {
        self.configuration = configuration
    }

    /// Everything that happens from now on, ending with `bye`. Each call is a stream of its own.
    public nonisolated func events() -> AsyncStream<PlayerEvent> { AsyncStream { $0.finish() } }

    /// Connects, and plays as soon as there is something to play.
    public func start() {}

    /// Carries out `command`, or says why not.
    public func perform(_ command: PlayerCommand) async throws(CommandRefusal) {}

    /// What the player is doing now.
    public func status() -> PlayerStatus? { nil }

    /// Fades out and ends for `reason`; returns when `bye` has been told. Asking again changes nothing.
    public func stop(_ reason: EndReason) async {}

    /// The libraries in use, by name and version.
    public static var libraryVersions: [(name: String, version: String)] { [] }
}
