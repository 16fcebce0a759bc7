/// One connection to one of a station's streams.
package struct StreamConnection: Hashable, Sendable {
    /// Counts the connections from 0.
    package let number: Int
    /// The place of the stream in the station's list.
    package let stream: Int

    /// Names a connection.
    package init(number: Int, stream: Int) {
        self.number = number
        self.stream = stream
    }
}
