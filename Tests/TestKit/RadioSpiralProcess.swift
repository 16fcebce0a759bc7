import Foundation

/// One line of the player's `--json` output.
package struct PlayerEvent: Sendable, CustomStringConvertible {
    /// The line as it came.
    package let line: String

    /// Takes a line apart.
    package init(line: String) { self.line = line }

    /// Its `event`.
    package var name: String { self["event"] as? String ?? "" }
    /// A field, as JSONSerialization gives it.
    package subscript(field: String) -> Any? {
        (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?[field]
    }
    /// A field that is text.
    package func text(_ field: String) -> String? { self[field] as? String }
    /// A field that is a number.
    package func number(_ field: String) -> Double? { (self[field] as? NSNumber)?.doubleValue }
    package var description: String { line }
}

/// The built `radiospiral` command, run as a user would, in an environment of its own.
package final class RadioSpiralProcess: Sendable {
    /// The process, for its terminal, its error output and its end.
    package let child: ChildProcess
    private let directory: PrivateDirectory

    /// Starts it with `arguments` as they are.
    ///
    /// - Parameters:
    ///   - sound: the server to play on; without one, none is found.
    ///   - environment: more variables; an empty value takes one away.
    package init(
        _ arguments: [String], sound: PulseServer? = nil, environment: [String: String] = [:],
        wiring: ChildProcess.Wiring = .pipes
    ) throws {
        directory = try PrivateDirectory()
        let home = [
            "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "XDG_STATE_HOME": directory.path,
            "XDG_CONFIG_HOME": directory.path, "RADIOSPIRAL_STATIONS": "", "http_proxy": "", "https_proxy": "",
            "all_proxy": "",
        ]
        let sound = sound?.environment ?? ["PULSE_SERVER": "unix:" + directory.path(of: "no-sound")]
        child = try ChildProcess(
            Self.path, arguments, environment: home.merging(sound) { $1 }.merging(environment) { $1 }, wiring: wiring)
    }

    /// Where the command was built: `RADIOSPIRAL_BINARY`, or beside the tests that run.
    package static var path: String {
        if let path = ProcessInfo.processInfo.environment["RADIOSPIRAL_BINARY"] { return path }
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (tests as NSString).deletingLastPathComponent + "/radiospiral"
    }

    /// Its directory for state, sockets and configuration.
    package var home: String { directory.path }

    /// All events so far.
    package var events: [PlayerEvent] { child.output.lines.map(PlayerEvent.init) }

    /// When the player said that `event` happened, on this process's clock: its `mono`, set against the line that came
    /// with the least delay.
    package func moment(of event: PlayerEvent) -> SuspendingClock.Instant? {
        guard let mono = event.number("mono") else { return nil }
        let bytes = child.output.bytes
        var origins: [SuspendingClock.Instant] = []
        for piece in child.output.pieces {
            let line = bytes[..<piece.end].dropLast().split(separator: UInt8(ascii: "\n")).last ?? []
            guard let last = PlayerEvent(line: String(decoding: line, as: UTF8.self)).number("mono") else { continue }
            origins.append(piece.time - .milliseconds(Int(last * 1000)))
        }
        return origins.min().map { $0 + .milliseconds(Int(mono * 1000)) }
    }

    /// Waits for an event called `name`, after the first `skipping` events, that `matches`.
    @discardableResult
    package func wait(
        for name: String, within limit: Duration = .seconds(15), skipping: Int = 0,
        where matches: (PlayerEvent) -> Bool = { _ in true }
    ) async throws -> PlayerEvent {
        do {
            return try await poll("the event \(name)", within: limit) {
                events.dropFirst(skipping).first { $0.name == name && matches($0) }
            }
        } catch {
            throw DeadlinePassed("\(error)\n\(child.output.text)\n\(child.error.text)")
        }
    }

    /// Waits for a `state` event of this kind.
    @discardableResult
    package func wait(forState state: String, within limit: Duration = .seconds(15), skipping: Int = 0) async throws
        -> PlayerEvent
    {
        try await wait(for: "state", within: limit, skipping: skipping) { $0.text("state") == state }
    }

    /// Sends a signal.
    package func send(signal: Int32) { child.send(signal: signal) }

    /// Waits for the end and returns the exit status; a death by signal n is 128 + n, as a shell says it.
    package func exitStatus(within limit: Duration = .seconds(10)) async throws -> Int32 {
        switch try await child.waitForEnd(within: limit) {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }

    /// Ends it as a listener would, by SIGTERM, and returns the exit status.
    @discardableResult
    package func quit() async throws -> Int32 {
        send(signal: SIGTERM)
        return try await exitStatus()
    }
}
