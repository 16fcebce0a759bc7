import RadioCore
import TestKit
import Testing

@testable import StreamInput

/// Stations whose address leads to lists of streams.
@Suite(.timeLimit(.minutes(1)))
struct StreamListTests {
    private static let sound = "HTTP/1.0 200 OK\r\n\r\n\u{1}ound"

    /// A server of lists by path; `/sound` is a live stream, and what else is asked for is not there.
    private func server(_ lists: [String: String], sound paths: Set<String> = ["/sound"]) throws -> RawHTTPServer {
        try RawHTTPServer { exchange in
            if let list = lists[exchange.path] {
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n" + list)
            } else if paths.contains(exchange.path) {
                exchange.send(Self.sound)
                exchange.hang()
            } else {
                exchange.send("HTTP/1.0 404 Not Found\r\n\r\n")
            }
        }
    }

    @Test func `goes through lists that lie in each other, relative to where each came from`() async throws {
        let server = try server([
            "/a/station.pls": "[playlist]\nFile1=../b/list.m3u\n", "/b/list.m3u": "#EXTM3U\r\n/sound\r\n",
        ])
        let bench = Bench(urls: [server.url(of: "/a/station.pls")])
        _ = await bench.events(until: { $0 == .flowing })
        #expect(server.paths == ["/a/station.pls", "/b/list.m3u", "/sound"])
        #expect(bench.input.counters.reconnects == 0, "lists are no connections that brought a stream")
        await bench.end()
    }

    @Test func `tries what a list names in order, and begins with what was good`() async throws {
        let list = "/gone\n/sound\n/other\n"
        let server = try RawHTTPServer { exchange in
            switch exchange.path {
            case "/list": exchange.send("HTTP/1.0 200 OK\r\nContent-Type: audio/x-mpegurl\r\n\r\n" + list)
            case "/sound": exchange.send(Self.sound)
            default: exchange.send("HTTP/1.0 404 Not Found\r\n\r\n")
            }
        }
        let bench = Bench(urls: [server.url(of: "/list")])
        var drops = 0
        _ = await bench.events(until: { event in
            if case .connected = event { drops += 1 }
            return drops == 2
        })
        #expect(server.paths.prefix(5) == ["/list", "/gone", "/sound", "/list", "/sound"])
        await bench.end()
    }

    @Test(arguments: [
        ("/list", "#EXTM3U\n/list\n", "playlist-loop"),
        ("/list", "file:///etc/passwd\nconcat:a|b\n", "playlist-refused"),
        ("/list", "[playlist]\nNumberOfEntries=0\n", "playlist-empty"),
    ])
    func `says why a list leads nowhere`(path: String, list: String, code: String) async throws {
        let server = try server([path: list])
        let bench = Bench(urls: [server.url(of: path)])
        let events = await bench.events(until: { _ in false })
        guard case .failed(let error) = events.last else {
            Issue.record("not failed: \(events)")
            return
        }
        #expect(error.code == code, "\(error)")
        await bench.end()
    }

    @Test func `a list without an end is no list`() async throws {
        let server = try RawHTTPServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\n\r\n#EXTM3U\n")
            while exchange.send(String(repeating: "http://127.0.0.1/x\n", count: 1000)) {}
        }
        let bench = Bench(urls: [server.url()])
        let events = await bench.events(until: { _ in false })
        guard case .failed(let error) = events.last else {
            Issue.record("not failed: \(events)")
            return
        }
        #expect(error.code == "playlist-too-large", "\(error)")
        await bench.end()
    }

    @Test func `an address whose sound cannot be decoded is passed over from then on`() async throws {
        let server = try server(["/list": "#EXTM3U\n/bad\n/sound\n"], sound: ["/bad", "/sound"])
        let bench = Bench(urls: [server.url(of: "/list")])
        _ = await bench.events(until: { $0 == .flowing })
        await bench.input.reject(at: 0, .undecodable("no frame in it"))
        _ = await bench.events(until: { $0 == .flowing })
        #expect(server.paths.last == "/sound")
        await bench.end()
    }
}
