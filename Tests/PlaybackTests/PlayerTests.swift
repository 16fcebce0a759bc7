import Playback
import RadioCore
import TestKit
import Testing

/// What a whole player tells and does, with a real server and on a clock of the test's own.
@Suite(.timeLimit(.minutes(2)))
struct PlayerTests {
    private static let head = "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n"

    /// A server with a live stream for each path; what it has sent it does not end.
    private static func server(_ streams: [String: [UInt8]]) throws -> RawHTTPServer {
        try RawHTTPServer { exchange in
            guard let stream = streams[exchange.path] else {
                exchange.send("HTTP/1.0 404 Not Found\r\n\r\n")
                return
            }
            exchange.send(head)
            exchange.send(stream)
            exchange.hang()
        }
    }

    private static func station(_ id: String, on server: RawHTTPServer) -> Station {
        Station(id: id, name: id, streams: [.init(url: server.url(of: "/\(id)"))])
    }

    private static func configuration(
        _ stations: [Station], output: PlayerConfiguration.Output = .null
    ) -> PlayerConfiguration {
        PlayerConfiguration(station: stations[0], stations: stations, output: output, stationGiveUp: nil)
    }

    @Test func `a file keeps the format of its first sound when the station changes`() async throws {
        let server = try await Self.server([
            "/stereo": TestSound.mp3(3, rate: 44_100), "/mono": TestSound.mp3(3, rate: 48_000, channels: 1),
        ])
        let directory = try PrivateDirectory()
        let path = directory.path(of: "out.wav")
        let stations = [Self.station("stereo", on: server), Self.station("mono", on: server)]
        let bench = PlayerBench(Self.configuration(stations, output: .wav(path: path)))
        await bench.player.start()
        await bench.state(.playing)
        try await bench.player.perform(.next)
        await bench.state(.playing)
        let goodbye = await bench.goodbye()
        #expect(goodbye?.status == 0)
        #expect(goodbye?.leakedTimers == 0 && goodbye?.leakedListeners == 0)
        let facts = try await ChildProcess.run(
            "ffprobe", ["-v", "error", "-show_entries", "stream=sample_rate,channels", "-of", "csv=p=0", path])
        #expect(String(decoding: facts, as: UTF8.self) == "44100,2\n")
    }

    @Test(arguments: ["", "Content-Length: 2009\r\n"])
    func `a stream of text that ends gives way to the next`(length: String) async throws {
        let sound = try await TestSound.mp3(3)
        let server = try RawHTTPServer { exchange in
            guard exchange.path == "/sound" else {
                exchange.send("HTTP/1.0 200 OK\r\n\(length)\r\nplain text" + String(repeating: "x", count: 1999))
                return
            }
            exchange.send(Self.head)
            exchange.send(sound)
            exchange.hang()
        }
        let streams = ["/text", "/sound"].map { Station.Stream(url: server.url(of: $0)) }
        let bench = PlayerBench(Self.configuration([Station(id: "two", name: "two", streams: streams)]))
        await bench.player.start()
        await bench.state(.playing)
        #expect(await bench.goodbye()?.status == 0)
        #expect(server.paths.prefix(2) == ["/text", "/sound"])
    }

    @Test func `a stream of text is passed over though the next has come before it was decoded`() async throws {
        let sound = try await TestSound.mp3(3)
        let (sent, send) = AsyncStream.makeStream(of: Void.self)
        let server = try RawHTTPServer { exchange in
            let isText = exchange.path == "/text"
            exchange.send(Self.head + (isText ? String(repeating: "plain text ", count: 99) : ""))
            guard !isText, exchange.send(sound) else { return }
            send.finish()
            exchange.hang()
        }
        let directory = try PrivateDirectory()
        let pipe = directory.path(of: "pipe")
        _ = try await ChildProcess.run("mkfifo", [pipe])
        let streams = ["/text", "/sound"].map { Station.Stream(url: server.url(of: $0)) }
        let station = Station(id: "two", name: "two", streams: streams)
        let bench = PlayerBench(Self.configuration([station], output: .pipe(path: pipe)))
        await bench.player.start()
        for await _ in sent {}
        // Only now is there an output to decode for.
        async let heard = ChildProcess.run("cat", [pipe])
        await bench.state(.playing)
        #expect(await bench.goodbye()?.status == 0)
        #expect(server.paths.prefix(2) == ["/text", "/sound"])
        #expect(try await !heard.isEmpty)
    }

    @Test func `a server that only answers is not told as one that sends`() async throws {
        let sound = try await TestSound.mp3(3)
        let server = try RawHTTPServer { exchange in
            exchange.send(Self.head)
            guard exchange.number > 0 else { return }
            exchange.send(sound)
            exchange.hang()
        }
        let bench = PlayerBench(Self.configuration([Self.station("slow", on: server)]))
        await bench.player.start()
        var states: [PlayerState] = []
        _ = await bench.event { event in
            if case .state(let change) = event { states.append(change.state) }
            return states.last == .playing
        }
        #expect(states == [.connecting, .connecting, .buffering, .playing], "each try is told")
        #expect(await bench.goodbye()?.status == 0)
    }

    @Test func `a station that is not there is told as failed once another has been heard`() async throws {
        let server = try await Self.server(["/here": TestSound.mp3(3)])
        let bench = PlayerBench(
            Self.configuration([Self.station("here", on: server), Self.station("gone", on: server)]))
        await bench.player.start()
        await bench.state(.playing)
        try await bench.player.perform(.switchTo(id: "gone"))
        let change = await bench.state(.failed)
        #expect(change?.station == "gone")
        #expect(change?.reason?.contains("404") == true)
        try await bench.player.perform(.switchTo(id: "here"))
        #expect(await bench.state(.playing)?.station == "here")
        #expect(await bench.goodbye()?.leakedListeners == 0)
    }

    @Test func `a drop is told at once, again when the reserve has run out, and when sound is back`() async throws {
        let (sound, other) = try await (TestSound.mp3(4), TestSound.mp3(4, rate: 44_100))
        let isBack = Guarded(false)
        let server = try RawHTTPServer { exchange in
            // Until it may come back the server refuses; its first answer ends early.
            guard exchange.number == 0 || isBack.withLock({ $0 }) else {
                exchange.send("HTTP/1.0 503 Busy\r\n\r\n")
                return
            }
            exchange.send(Self.head)
            exchange.send(exchange.number == 0 ? sound : other)
            if exchange.number > 0 { exchange.hang() }
        }
        let bench = PlayerBench(Self.configuration([Self.station("drone", on: server)]))
        await bench.player.start()
        await bench.state(.reconnecting, audible: true)
        await bench.state(.reconnecting, audible: false)
        let isRefusal: (Playback.PlayerEvent) -> Bool = {
            if case .warning(code: "stream-busy", _) = $0 { true } else { false }
        }
        if !bench.told.contains(where: isRefusal) { _ = await bench.event(where: isRefusal) }
        isBack.withLock { $0 = true }
        await bench.state(.playing)
        let warnings = bench.told.filter { if case .warning = $0 { true } else { false } }
        #expect(warnings.count == 2, "the drop and the refusal, each told once: \(warnings)")
        #expect(await bench.goodbye()?.leakedTimers == 0)
    }

    @Test func `sound that turns to garbage is given up, and the next stream is heard`() async throws {
        let (sound, other) = try await (TestSound.mp3(4), TestSound.mp3(60, rate: 44_100))
        // No frame begins in it.
        let garbage = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3 & 0x7f) }
        let server = try RawHTTPServer { exchange in
            exchange.send(Self.head)
            if exchange.path == "/bad" {
                exchange.send(sound)
                exchange.send(garbage)
            } else {
                exchange.send(other)
            }
            exchange.hang()
        }
        let streams = ["/bad", "/good"].map { Station.Stream(url: server.url(of: $0)) }
        let bench = PlayerBench(Self.configuration([Station(id: "two", name: "two", streams: streams)]))
        await bench.player.start()
        await bench.state(.playing)
        let isWarning: (Playback.PlayerEvent) -> Bool = {
            if case .warning(code: "stream-undecodable", _) = $0 { true } else { false }
        }
        // The decoder is ahead of the ear: it may have been told by then.
        if !bench.told.contains(where: isWarning) { #expect(await bench.event(where: isWarning) != nil) }
        let isGood: (Playback.PlayerEvent) -> Bool = {
            if case .stream(let info) = $0 { info.sampleRate == 44_100 } else { false }
        }
        if !bench.told.contains(where: isGood) { #expect(await bench.event(where: isGood) != nil) }
        #expect(await bench.goodbye()?.status == 0)
    }

    @Test func `a pause before the first sound holds, and is not given up`() async throws {
        let server = try await Self.server(["/drone": TestSound.mp3(3)])
        let bench = PlayerBench(Self.configuration([Self.station("drone", on: server)]))
        await bench.player.start()
        try await bench.player.perform(.pause)
        await bench.state(.paused)
        try await bench.player.perform(.resume)
        #expect(await bench.state(.playing) != nil)
        _ = await bench.goodbye()
    }

    @Test func `a step in time from a pause plays again`() async throws {
        let server = try await Self.server(["/drone": TestSound.mp3(20)])
        let bench = PlayerBench(Self.configuration([Self.station("drone", on: server)]))
        await bench.player.start()
        await bench.state(.playing)
        try await bench.player.perform(.pause)
        await bench.state(.paused)
        // Refused until the decoder has measured how many bytes a second takes.
        while (try? await bench.player.perform(.back(.seconds(2)))) == nil {
            try await Task.sleep(for: .milliseconds(1), clock: .suspending)
        }
        // A second step does not have to wait until the first is heard.
        try await bench.player.perform(.live)
        #expect(await bench.state(.playing) != nil)
        _ = await bench.goodbye()
    }
}
