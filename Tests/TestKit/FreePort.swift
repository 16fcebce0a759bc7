/// Ports for servers that cannot be told to take any free one.
package enum FreePort {
    /// A TCP port of 127.0.0.1 that was free a moment ago.
    package static func next() throws -> Int {
        try LoopbackSocket.listening().port
    }
}
