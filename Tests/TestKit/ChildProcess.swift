package import Foundation
import RadioCore

/// A program that a test started, with what it wrote, ended by its own process id.
///
/// Safe to share between threads: the fields behind `state` are touched in its lock only. What is still running when
/// the object goes is killed and reaped.
package final class ChildProcess: Sendable {
    /// Where the child's standard input, output and error lead.
    package enum Wiring: Sendable {
        /// Input from nowhere; output and error into memory.
        case pipes
        /// A terminal of its own on input and error; output into memory, or on the terminal too.
        case terminal(outputToo: Bool)
    }

    /// How a child ended.
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Its process id.
    package let id: pid_t
    /// What it wrote on standard output.
    package let output = Transcript()
    /// What it wrote on standard error; with `Wiring.terminal` all that came out of the terminal.
    package let error = Transcript()

    private let program: String
    private let terminal: Pseudoterminal?
    private let ending = Guarded<Ending?>(nil)

    /// Starts `program` (a path, or a name on the PATH) with the environment of this process changed by `environment`;
    /// an empty value takes a variable away.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], wiring: Wiring = .pipes
    ) throws {
        self.program = program
        let outputPipe = try Pipe.make()
        let plan: SpawnPlan
        switch wiring {
        case .pipes:
            terminal = nil
            let errorPipe = try Pipe.make()
            plan = SpawnPlan(input: .null, output: .descriptor(outputPipe.writer), error: .descriptor(errorPipe.writer))
            id = try plan.start([program] + arguments, environment: environment)
            error.follow(errorPipe.reader)
        case .terminal(let outputToo):
            let terminal = try Pseudoterminal()
            self.terminal = terminal
            plan = SpawnPlan(
                input: .terminal(terminal.path), output: outputToo ? .input : .descriptor(outputPipe.writer),
                error: .input)
            id = try plan.start([program] + arguments, environment: environment)
            error.follow(terminal.reader())
        }
        output.follow(outputPipe.reader)
    }

    deinit {
        if hasEnded() == nil {
            kill(id, SIGKILL)
            waitpid(id, nil, 0)
        }
    }

    /// Sends `signal`, unless the child has ended.
    package func send(signal: Int32) {
        ending.withLock { ending in
            // In the lock, so that the id cannot have been reaped and given to somebody else.
            if ending == nil { kill(id, signal) }
        }
    }

    /// Types `keys` on the child's terminal.
    package func type(_ keys: String) {
        terminal?.type(keys)
    }

    /// Gives the child's terminal so many columns.
    package func resizeTerminal(columns: Int) {
        terminal?.resize(columns: columns)
    }

    /// The state of the child's terminal, to be compared before and after.
    package func terminalSettings() -> TerminalSettings? {
        terminal?.settings()
    }

    /// How it ended, `nil` while it runs.
    package func hasEnded() -> Ending? {
        ending.withLock { ending in
            if ending != nil { return ending }
            var status: Int32 = 0
            guard unsafe waitpid(id, &status, WNOHANG) == id else { return nil }
            let signal = status & 0x7f
            ending = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
            return ending
        }
    }

    /// Waits for the end, and until all that it wrote has been read.
    @discardableResult
    package func waitForEnd(within limit: Duration = .seconds(10)) async throws -> Ending {
        let ending = try await poll("the end of \(program) (\(id))", within: limit) { hasEnded() }
        _ = try? await poll("the rest of its output", within: .seconds(1)) {
            output.isComplete && (error.isComplete || terminal != nil) ? true : nil
        }
        return ending
    }

    /// Asks it to end, and after `grace` ends it.
    @discardableResult
    package func stop(signal: Int32 = SIGTERM, grace: Duration = .seconds(5)) async -> Ending? {
        send(signal: signal)
        if let ending = try? await waitForEnd(within: grace) { return ending }
        send(signal: SIGKILL)
        return try? await waitForEnd(within: grace)
    }

    /// Runs a program to its end and returns what it wrote; throws when its status is not 0.
    @discardableResult
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        within limit: Duration = .seconds(60)
    ) async throws -> [UInt8] {
        let child = try ChildProcess(program, arguments, environment: environment)
        let ending = try await child.waitForEnd(within: limit)
        guard ending == .exited(0) else { throw DeadlinePassed("\(program): \(ending): \(child.error.text)") }
        return child.output.bytes
    }
}
