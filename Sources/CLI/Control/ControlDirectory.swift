import Glibc

/// The directory of the control sockets: ours alone, or not used.
struct ControlDirectory: Hashable, Sendable {
    /// Its path.
    let path: String

    /// How many sockets are looked at; more than anybody runs.
    private static let most = 256
    private static let suffix = ".sock"

    /// Where it is for `user`: in the runtime directory, else in the temporary one. A relative path is no directory of
    /// the session (XDG base directory specification), and would be another one for each `ctl`.
    init(runtime: String?, temporary: String?, user: uid_t) {
        if let runtime, runtime.hasPrefix("/") {
            path = "\(runtime)/radiospiral"
        } else {
            path = "\(temporary ?? "/tmp")/radiospiral-\(user)"
        }
    }

    /// Where it is for us.
    static var ours: ControlDirectory {
        let environment = Environment.current
        return ControlDirectory(
            runtime: environment["XDG_RUNTIME_DIR"], temporary: environment["TMPDIR"], user: geteuid())
    }

    /// The socket of the player named `instance`.
    func socket(of instance: String) -> String { "\(path)/\(instance)\(Self.suffix)" }

    /// Makes the directory where it is missing, and makes sure that nobody else can put or change anything in it.
    func prepare() throws(SystemError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError("making \(path)") }
        try check()
    }

    /// Does `body` while no other player looks for what dead ones have left: a socket that is bound and does not listen
    /// yet looks just like that.
    func alone<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
        // Safe: the path lives as long as the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("opening \(path)") }
        // Closing it ends the lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SystemError("locking \(path)") }
        }
        return try body()
    }

    /// Makes sure that the directory is a real one, ours, and for us alone.
    func check() throws(SystemError) {
        var facts = stat()
        // Safe: `facts` outlives the call, which only fills it.
        guard unsafe lstat(path, &facts) == 0 else { throw SystemError("looking at \(path)") }
        guard facts.st_mode & S_IFMT == S_IFDIR else { throw SystemError("using \(path)", code: ENOTDIR) }
        guard facts.st_uid == geteuid(), facts.st_mode & 0o777 == 0o700 else {
            throw SystemError("using \(path), which must be ours with mode 0700", code: EPERM)
        }
    }

    /// The paths of the sockets that lie in it, those made last first.
    func sockets() -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var found: [(path: String, seconds: Int, nanoseconds: Int)] = []
        while found.count < Self.most, let entry = unsafe readdir(directory) {
            // Safe: the entry is valid until the next readdir, and its name ends with a zero.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(Self.suffix), InstanceName.isValid(String(name.dropLast(Self.suffix.count))) else {
                continue
            }
            var facts = stat()
            // Safe: `facts` outlives the call, which only fills it.
            guard unsafe lstat("\(path)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK else { continue }
            found.append(("\(path)/\(name)", facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec))
        }
        return found.sorted { ($0.seconds, $0.nanoseconds) > ($1.seconds, $1.nanoseconds) }.map(\.path)
    }
}
