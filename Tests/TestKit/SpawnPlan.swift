import Foundation

/// The two ends of a pipe; neither is inherited by a child unless it is wired to it.
enum Pipe {
    static func make() throws(SystemError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        // Not pipe2, which Swift does not see; nothing here waits for the end of a pipe that a neighbour holds open.
        guard unsafe pipe(&ends) == 0 else { throw SystemError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// How a child's standard descriptors are wired, and the call that starts it.
struct SpawnPlan {
    enum Source {
        case null
        case terminal(String)
    }

    enum Target {
        /// Closed here once the child has it.
        case descriptor(Int32)
        /// The same as standard input.
        case input
    }

    let input: Source
    let output: Target
    let error: Target

    /// Starts `arguments[0]`, in a session of its own, with every signal as a shell would hand it on.
    func start(_ arguments: [String], environment changes: [String: String]) throws(SystemError) -> pid_t {
        // Safe: both objects live on this stack, are initialised before use and destroyed after it.
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
            for target in [output, error] { if case .descriptor(let writer) = target { close(writer) } }
        }
        unsafe wire(&actions)
        Self.resetSignals(&attributes)
        return unsafe try Self.spawn(arguments, Self.environment(changedBy: changes), actions, attributes)
    }

    private func wire(_ actions: inout posix_spawn_file_actions_t) {
        switch input {
        case .null: unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // The first terminal that a session leader opens becomes its controlling terminal.
        case .terminal(let path): unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        }
        for (target, number) in [(output, Int32(1)), (error, 2)] {
            switch target {
            case .descriptor(let writer): unsafe posix_spawn_file_actions_adddup2(&actions, writer, number)
            case .input: unsafe posix_spawn_file_actions_adddup2(&actions, 0, number)
            }
        }
    }

    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80  // POSIX_SPAWN_SETSID of <spawn.h>
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private static func environment(changedBy changes: [String: String]) -> [String] {
        ProcessInfo.processInfo.environment
            .merging(changes) { _, new in new }
            .filter { !$0.value.isEmpty }
            .map { "\($0.key)=\($0.value)" }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String], _ actions: posix_spawn_file_actions_t,
        _ attributes: posix_spawnattr_t
    ) throws(SystemError) -> pid_t {
        var id: pid_t = 0
        // Safe: C strings of our own, ended by a null pointer, freed after the call that copies them.
        let cArguments = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let cEnvironment = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer {
            for index in unsafe cArguments.indices { unsafe free(cArguments[index]) }
            for index in unsafe cEnvironment.indices { unsafe free(cEnvironment[index]) }
        }
        var actions = unsafe actions
        var attributes = attributes
        let code = unsafe posix_spawnp(&id, arguments[0], &actions, &attributes, cArguments, cEnvironment)
        guard code == 0 else { throw SystemError("start \(arguments[0])", code: code) }
        return id
    }
}
