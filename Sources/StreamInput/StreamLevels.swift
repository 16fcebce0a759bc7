/// What the player knows of a stream that the input has to judge it by.
package struct StreamLevels: Hashable, Sendable {
    /// The sound that is held ahead of the ear.
    package var reserve: Duration
    /// What a second of it has, in bytes; `nil` while that has not been measured.
    package var bytesPerSecond: Double?

    /// Levels, by default those of a stream that nobody has heard yet.
    package init(reserve: Duration = .zero, bytesPerSecond: Double? = nil) {
        self.reserve = reserve
        self.bytesPerSecond = bytesPerSecond
    }
}
