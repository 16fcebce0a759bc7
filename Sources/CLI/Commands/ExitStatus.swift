/// The exit statuses that the command itself decides; a player's come with its goodbye.
enum ExitStatus {
    /// All well.
    static let done: Int32 = 0
    /// A player said no, or a bug.
    static let refused: Int32 = 1
    /// Bad usage.
    static let usage: Int32 = 64
    /// No player to talk to.
    static let unavailable: Int32 = 69
    /// Something of the station list is wrong.
    static let stationList: Int32 = 78
}
