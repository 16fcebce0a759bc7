import Foundation

/// A script at the control socket of a running player.
///
/// Each question waits for its answer, which takes the player milliseconds.
package final class PlayerControl: Sendable {
    private let socket: LoopbackSocket

    /// Connects to the player named `instance`, as soon as its socket is there.
    package init(of player: RadioSpiralProcess, instance: String) async throws {
        let path = "\(player.home)/radiospiral/\(instance).sock"
        socket = try await poll("the control socket \(path)") { try? LoopbackSocket.connected(toFile: path) }
    }

    /// Has the player carry out `command`; returns its answer, and the moment just before it was asked.
    @discardableResult
    package func ask(_ command: String, _ fields: [String: any Sendable] = [:]) throws -> Answer {
        var request: [String: any Sendable] = fields
        request["command"] = command
        let bytes = try JSONSerialization.data(withJSONObject: request)
        let asked = SuspendingClock.now
        socket.send(Array(bytes) + [UInt8(ascii: "\n")])
        var answer: [UInt8] = []
        while answer.last != UInt8(ascii: "\n") {
            let more = socket.receive()
            guard !more.isEmpty else { throw DeadlinePassed("no answer to \(command)") }
            answer += more
        }
        return Answer(event: PlayerEvent(line: String(decoding: answer, as: UTF8.self)), asked: asked)
    }

    /// What the player said, and when it was asked.
    package struct Answer: Sendable {
        /// The line that came back.
        package let event: PlayerEvent
        /// The moment just before the question was sent.
        package let asked: SuspendingClock.Instant
        /// Whether it was done.
        package var isDone: Bool { event["ok"] as? Bool == true }
        /// Why not.
        package var error: String? { event.text("error") }
    }
}
