import Glibc
import Playback
import RadioCore
import Testing

@testable import CLI

/// The control socket, for real, in a directory of the test's own.
@Suite(.timeLimit(.minutes(1))) struct ControlServerTests {
    /// A directory that goes away with its test.
    private final class Place {
        let path: String
        var directory: ControlDirectory { ControlDirectory(runtime: path, temporary: nil, user: geteuid()) }

        init() throws {
            var template = Array("/tmp/radiospiral-test-XXXXXX".utf8CString)
            path = try #require(unsafe mkdtemp(&template).map { unsafe String(cString: $0) })
        }

        deinit {
            for file in directory.sockets() { unsafe unlink(file) }
            unsafe rmdir(directory.path)
            unsafe rmdir(path)
        }
    }

    /// A connection as `ctl` makes it.
    private final class Client {
        private let descriptor: Int32
        private var lines: LineReader

        init(_ path: String) throws {
            // A line that never comes fails its test instead of hanging it.
            descriptor = try UnixSocket.connect(to: path, patience: 30)
            lines = LineReader(descriptor: descriptor)
        }

        deinit { close(descriptor) }

        func send(_ text: String) { Descriptor.writeAll(text, to: descriptor) }
        func hangUp() { shutdown(descriptor, Int32(SHUT_WR)) }
        func line() -> String? { lines.next().map { String(decoding: $0, as: UTF8.self) } }
    }

    /// A server that does everything but pause.
    private func server(_ name: String, in place: Place) throws -> ControlServer {
        try ControlServer(instance: name, in: place.directory) { command, id, reply in
            let isRefused = command == .perform(.pause)
            reply(isRefused ? ControlReply.refused(id, "no") : ControlReply.done(id))
        }
    }

    @Test func `answers requests in their order, whole or in pieces`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        let client = try Client(server.path)
        client.send("{\"id\":1,\"command\":\"live\"}\n{\"id\":2,\"command\":\"pause\"}\n{\"id\":3,\"comm")
        client.send("and\":\"nothing\"}\n")
        #expect(client.line() == #"{"id":1,"ok":true}"#)
        #expect(client.line() == #"{"id":2,"ok":false,"error":"no"}"#)
        #expect(client.line()?.hasPrefix(#"{"id":3,"ok":false,"error":"unknown command"#) == true)
        await server.finish()
        #expect(client.line() == nil)
    }

    @Test func `answers a client that says nothing more, then lets it go`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        let client = try Client(server.path)
        client.send("{\"command\":\"live\"}\n")
        client.hangUp()
        #expect(client.line() == #"{"ok":true}"#)
        #expect(client.line() == nil)
        await server.finish()
    }

    @Test func `sends events to those who asked, up to the last one`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        let client = try Client(server.path)
        client.send("{\"id\":1,\"command\":\"events\"}\n")
        #expect(client.line() == #"{"id":1,"ok":true}"#)
        server.event("first")
        #expect(client.line() == "first")
        server.event("bye")
        await server.finish()
        #expect(client.line() == "bye")
        #expect(client.line() == nil)
    }

    @Test func `makes no events when nobody wants them`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        server.event(Issue.record("made for nobody").comments.first?.rawValue ?? "")
        await server.finish()
    }

    @Test func `drops a client that does not read its events, and serves the others`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        let slow = try Client(server.path)
        slow.send("{\"command\":\"events\"}\n")
        #expect(slow.line() == #"{"ok":true}"#)
        let event = String(repeating: "x", count: 32_768)
        for _ in 0..<64 { server.event(event) }
        let other = try Client(server.path)
        other.send("{\"command\":\"live\"}\n")
        #expect(other.line() == #"{"ok":true}"#)
        var received = 0
        while slow.line() != nil { received += 1 }
        #expect(received < 64)
        await server.finish()
    }

    @Test func `a line that is too long ends its connection`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        let client = try Client(server.path)
        client.send(String(repeating: "x", count: ControlRequest.longest + 1))
        #expect(client.line() == #"{"ok":false,"error":"a line has at most 4096 bytes"}"#)
        #expect(client.line() == nil)
        await server.finish()
    }

    @Test func `more clients than there may be wait their turn`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        var clients = try (0..<ControlServer.mostClients).map { _ in try Client(server.path) }
        for client in clients {
            client.send("{\"command\":\"live\"}\n")
            #expect(client.line() == #"{"ok":true}"#)
        }
        let late = try Client(server.path)
        late.send("{\"command\":\"live\"}\n")
        clients.removeFirst()
        #expect(late.line() == #"{"ok":true}"#)
        await server.finish()
    }

    @Test func `is for its owner alone, and leaves nothing behind`() async throws {
        let place = try Place()
        let server = try server("a", in: place)
        var facts = stat()
        #expect(unsafe lstat(server.path, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
        #expect(unsafe lstat(place.directory.path, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o700)
        await server.finish()
        #expect(place.directory.sockets().isEmpty)
    }

    @Test func `replaces what a dead player has left, and not what a living one has`() async throws {
        let place = try Place()
        try place.directory.prepare()
        close(try UnixSocket.listen(at: place.directory.socket(of: "a")))
        close(try UnixSocket.listen(at: place.directory.socket(of: "b")))
        let server = try server("a", in: place)
        #expect(place.directory.sockets() == [server.path])
        #expect(throws: SystemError.self) { try self.server("a", in: place) }
        let client = try Client(server.path)
        client.send("{\"command\":\"live\"}\n")
        #expect(client.line() == #"{"ok":true}"#)
        await server.finish()
    }

    @Test func `only one player at a time looks for what dead ones have left`() throws {
        let place = try Place()
        try place.directory.prepare()
        let other = unsafe open(place.directory.path, O_RDONLY)
        defer { close(other) }
        let isFree = try place.directory.alone { () throws(SystemError) in flock(other, LOCK_EX | LOCK_NB) == 0 }
        #expect(!isFree)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    }

    @Test func `a stopped player's full queue holds up nobody, and is not taken away`() throws {
        let place = try Place()
        try place.directory.prepare()
        let path = place.directory.socket(of: "a")
        let stopped = try UnixSocket.listen(at: path)
        defer { close(stopped) }
        for _ in 0..<100 { #expect(!UnixSocket.isLeftOver(path)) }
    }

    @Test func `does not use a directory that others may change`() throws {
        let place = try Place()
        try place.directory.prepare()
        #expect(unsafe chmod(place.directory.path, 0o770) == 0)
        let error = #expect(throws: SystemError.self) { try self.server("a", in: place) }
        #expect(error?.code == EPERM)
    }

    @Test func `does not follow a link to a directory`() throws {
        let place = try Place()
        #expect(unsafe symlink("/tmp", place.directory.path) == 0)
        let error = #expect(throws: SystemError.self) { try self.server("a", in: place) }
        #expect(error?.code == ENOTDIR)
        unsafe unlink(place.directory.path)
    }

    @Test(arguments: [
        (String?.some("/run/user/7"), String?.none, "/run/user/7/radiospiral"),
        (nil, "/var/tmp", "/var/tmp/radiospiral-7"),
        (nil, nil, "/tmp/radiospiral-7"),
        ("run/user/7", nil, "/tmp/radiospiral-7"),
    ])
    func `finds its directory`(runtime: String?, temporary: String?, path: String) {
        #expect(ControlDirectory(runtime: runtime, temporary: temporary, user: 7).path == path)
    }
}
