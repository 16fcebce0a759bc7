import Foundation
import RadioCore

/// A private PulseAudio with a null sink and no hardware, stopped when the object goes.
package final class PulseServer: Sendable {
    /// What a child needs in its environment to play here, and nowhere else.
    package let environment: [String: String]
    /// The sink that a client gets if it does not ask.
    package let sink = "ear"
    private let directory: PrivateDirectory
    private let process: Guarded<ChildProcess>

    /// Starts it and waits until it answers.
    ///
    /// - Parameter moreSinks: names of further null sinks.
    package init(moreSinks: [String] = []) async throws {
        directory = try PrivateDirectory()
        environment = [
            "PULSE_SERVER": "unix:" + Self.socket(in: directory), "PULSE_COOKIE": directory.path(of: "cookie"),
            "PULSE_SINK": "", "DBUS_SESSION_BUS_ADDRESS": "", "DISPLAY": "",
        ]
        process = Guarded(try Self.start(sinks: [sink] + moreSinks, in: directory))
        try await waitUntilItAnswers()
    }

    private static func socket(in directory: PrivateDirectory) -> String { directory.path(of: "native") }

    private static func start(sinks: [String], in directory: PrivateDirectory) throws -> ChildProcess {
        var arguments = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit"]
        for name in sinks {
            arguments += ["-L", "module-null-sink sink_name=\(name) rate=48000 channels=2 format=float32le"]
        }
        arguments += ["-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket(in: directory))"]
        let home = [
            "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": directory.path,
            "PULSE_RUNTIME_PATH": directory.path, "PULSE_STATE_PATH": directory.path,
            "PULSE_COOKIE": directory.path(of: "cookie"), "DBUS_SESSION_BUS_ADDRESS": "", "DISPLAY": "",
            // A server that finds the variable thinks that another one runs.
            "PULSE_SERVER": "",
        ]
        return try ChildProcess("pulseaudio", arguments, environment: home)
    }

    private func waitUntilItAnswers() async throws {
        try await poll("the sound server") { try? await control("info") }
    }

    /// Runs `pactl` with `arguments` on this server and returns what it says.
    @discardableResult
    package func control(_ arguments: String...) async throws -> String {
        String(decoding: try await ChildProcess.run("pactl", arguments, environment: environment), as: UTF8.self)
    }

    /// Takes the null sink `name` away, as pulling a plug would.
    package func unload(sink name: String) async throws {
        let modules = try await control("list", "short", "modules").split(separator: "\n")
        guard let module = modules.first(where: { $0.contains("sink_name=\(name) ") })?.prefix(while: \.isNumber) else {
            throw DeadlinePassed("there is no sink \(name): \(modules)")
        }
        try await control("unload-module", String(module))
    }

    /// Starts to record what is heard on `sink` (the first if `nil`), and returns once that is good for timing.
    package func recorder(of sink: String? = nil) async throws -> PulseRecorder {
        let recorder = try PulseRecorder(monitorOf: sink ?? self.sink, environment: environment)
        try await recorder.waitUntilSteady()
        return recorder
    }

    /// Keeps the server from doing anything more, as a hung one looks to a client.
    package func freeze() {
        process.withLock { $0 }.send(signal: SIGSTOP)
    }

    /// Ends the server, as a crash would look to a client.
    package func stop() async {
        await process.withLock { $0 }.stop(signal: SIGKILL)
    }

    /// Starts the server anew after `stop()`, at the same address but with its first sink only, and waits until it
    /// answers.
    package func startAgain() async throws {
        let started = try Self.start(sinks: [sink], in: directory)
        process.withLock { $0 = started }
        try await waitUntilItAnswers()
    }
}
