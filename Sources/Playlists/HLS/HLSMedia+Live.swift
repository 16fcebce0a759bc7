extension HLSMedia {
    /// So many target durations behind the end a live stream is begun (RFC 8216, 6.3.3).
    private static let distance = 3

    /// The index among `segments` of the one to begin with: the first of what has an end; else one that lies at least
    /// three target durations before the end, as far as there are so many. `nil` while there is none.
    package var startIndex: Int? {
        guard !segments.isEmpty else { return nil }
        if isEnded { return 0 }
        var left = targetDuration * Self.distance
        for index in segments.indices.reversed() {
            left -= segments[index].duration
            if left <= .zero { return index }
        }
        return 0
    }

    /// How long to wait, from when it was asked for, before the list is asked for again; `hasChanged` when it differs
    /// from the one before (RFC 8216, 6.3.4). `nil` when it will never change.
    package func reloadDelay(hasChanged: Bool) -> Duration? {
        if isEnded { return nil }
        return hasChanged ? targetDuration : targetDuration / 2
    }
}
