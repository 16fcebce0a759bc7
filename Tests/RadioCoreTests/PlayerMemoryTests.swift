import Glibc
import RadioCore
import Testing

struct PlayerMemoryTests {
    /// A folder of a test's own, removed with all that is in it.
    private final class Folder {
        let path: String

        init() {
            path = "/tmp/radiospiral-tests-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        }

        deinit {
            for name in ["a/b/state.json", "a/b", "a", ""] {
                // Safe: the path is a C string that lives for the call.
                unsafe remove("\(path)/\(name)")
            }
        }
    }

    private func mode(of path: String) -> mode_t {
        var status = stat()
        // Safe: path and structure outlive the call.
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("remembers station and volume, in a file and a folder for the user alone")
    func remembers() throws {
        let folder = Folder()
        let path = "\(folder.path)/a/b/state.json"
        for state in [
            PlayerMemory(station: "drone", volume: 0), PlayerMemory(station: "x", volume: 100), PlayerMemory(volume: 7),
            PlayerMemory(station: "y"), PlayerMemory(),
        ] {
            try state.write(path: path)
            #expect(PlayerMemory.read(path: path) == state)
        }
        #expect(mode(of: path) == 0o600)
        #expect(mode(of: "\(folder.path)/a/b") == 0o700)
        #expect(mode(of: "\(path).\(getpid()).tmp") == 0)
    }

    @Test(
        "remembers nothing of what is broken, and what is sound of the rest",
        arguments: [
            ("", PlayerMemory()), ("{", PlayerMemory()), ("[]", PlayerMemory()), ("\u{0}\u{FF}", PlayerMemory()),
            (#"{"station":"drone","volume":101}"#, PlayerMemory(station: "drone")),
            (#"{"station":"../x","volume":50}"#, PlayerMemory(volume: 50)),
            (#"{"station":7,"volume":"50"}"#, PlayerMemory()),
            (#"{"station":null,"volume":-1,"other":[]}"#, PlayerMemory()),
        ])
    func readsTolerantly(text: String, state: PlayerMemory) throws {
        let folder = Folder()
        let path = "\(folder.path)/a/b/state.json"
        try SmallFile.makeDirectory("\(folder.path)/a/b")
        try SmallFile.replace(path, with: Array(text.utf8))
        #expect(PlayerMemory.read(path: path) == state)
    }

    @Test("remembers nothing where there is no file")
    func readsNothing() {
        #expect(PlayerMemory.read(path: "/nowhere/state.json") == PlayerMemory())
    }

    @Test("says why it cannot write, and leaves no draft behind")
    func failsToWrite() {
        #expect(throws: SmallFileError.self) { try PlayerMemory().write(path: "/dev/null/state.json") }
        let error = #expect(throws: SmallFileError.self) { try SmallFile.replace("/nowhere/state.json", with: []) }
        #expect(error?.description == "cannot be created: No such file or directory")
    }

    @Test(
        "keeps its file where the environment says",
        arguments: [
            (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/radiospiral/state.json"),
            (["HOME": "/h"], "/h/.local/state/radiospiral/state.json"),
            (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/radiospiral/state.json"),
            ([:], nil),
        ] as [([String: String], String?)])
    func choosesPath(environment: [String: String], path: String?) {
        #expect(PlayerMemory.path(environment: environment) == path)
    }
}
