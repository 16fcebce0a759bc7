import Glibc

/// Ports for servers that cannot be told to take any free one.
package enum FreePort {
    /// A TCP port of 127.0.0.1 that was free a moment ago.
    ///
    /// It lies below those that the kernel gives to outgoing connections, so that none of them takes it meanwhile.
    package static func next() throws -> Int {
        for _ in 0..<100 {
            if let found = try? LoopbackSocket.listening(on: .random(in: 20000..<32000)) { return found.port }
        }
        throw SystemError("bind", code: EADDRINUSE)
    }
}
