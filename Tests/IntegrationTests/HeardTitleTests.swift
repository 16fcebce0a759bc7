import RadioCore
import TestKit
import Testing

extension OnRealParts {
    /// A title is told when the first frame behind its block is heard.
    @Suite struct HeardTitleTests {
        private let code = TimeCode()
        /// Bytes of a frame of the MP3 mount, and its frames of sound: 128 kbit/s at 48 kHz.
        private static let (frameBytes, frameLength) = (384, 1152)

        @Test("an ICY title is told within 100 ms of the moment its first frame is heard")
        func icy() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(stage.code()), to: "/code", of: server, primedFor: 2)
            let tap = try Tap(before: server)
            let player = try stage.play(["code": tap.url(of: "/code")])
            try await player.wait(forState: "playing")
            let titles = ["first - one", "second - two", "third - three"]
            for title in titles {
                try server.updateTitle(title, of: "/code")
                try await player.wait(for: "nowplaying") { $0.text("text") == title }
            }
            try await stage.recorder.record(.seconds(1))
            let passed = IcyBytes(answer: tap.bytes)
            let sent = try await decoded(passed.audio)
            for title in titles {
                let event = try #require(player.events.first { $0.text("text") == title })
                let told = try #require(player.moment(of: event))
                let position = try #require(passed.positions[title], "\(passed.positions)")
                let due = try #require(moment(ofCode: codeTime(at: position, of: passed.audio, sent), stage.recorder))
                let late = milliseconds(from: due, to: told)
                #expect(abs(late) < 100, "\(title) was told \(late) ms late")
            }
            #expect(try await player.quit() == 0)
            await source.stop()
        }

        @Test("a title in a chained Ogg is told when its link is heard")
        func vorbisComment() async throws {
            let stage = try await HeardStage()
            let file = try stage.code()
            var bytes: [UInt8] = []
            for (start, title) in [("0", "one"), ("3", "two")] {
                bytes += try await ChildProcess.run(
                    "ffmpeg",
                    [
                        "-nostdin", "-loglevel", "error", "-ss", start, "-t", "3", "-i", file, "-c:a", "libvorbis",
                        "-metadata", "title=\(title)", "-f", "ogg", "-",
                    ])
            }
            let server = try RawHTTPServer { [bytes] exchange in
                exchange.send("HTTP/1.0 200 OK\r\nContent-Type: application/ogg\r\n\r\n")
                exchange.send(bytes)
                exchange.hang()
            }
            let player = try stage.play(["code": server.url()])
            let event = try await player.wait(for: "nowplaying") { $0.text("title") == "two" }
            try await stage.recorder.record(.seconds(1))
            #expect(event.text("source") == "vorbis-comment")
            let told = try #require(player.moment(of: event))
            let due = try #require(moment(ofCode: 3, stage.recorder))
            #expect(abs(milliseconds(from: due, to: told)) < 100)
            #expect(try await player.quit() == 0)
        }

        /// The code's time in the first frame that begins at or behind byte `position`.
        private func codeTime(at position: Int, of audio: [UInt8], _ sent: TimeCode.Analysis) throws -> Double {
            let first = try #require(audio.indices.dropLast().first { audio[$0] == 0xFF && audio[$0 + 1] == 0xFB })
            let frame = (position - first + Self.frameBytes - 1) / Self.frameBytes
            let time = Double(frame * Self.frameLength) / Double(PulseRecorder.sampleRate)
            let stretch = try #require(sent.stretches.first { $0.heard.contains(time) }, "\(time) \(sent)")
            return stretch.code + time - stretch.heard.lowerBound
        }

        /// What `audio` sounds like to another decoder.
        private func decoded(_ audio: [UInt8]) async throws -> TimeCode.Analysis {
            let directory = try PrivateDirectory()
            let file = try directory.write(audio, to: "sent.mp3")
            let raw = try await ChildProcess.run(
                "ffmpeg",
                ["-nostdin", "-loglevel", "quiet", "-i", file, "-f", "f32le", "-ac", "1", "-ar", "48000", "-"])
            return code.analyse(PulseRecorder.floats(raw), rate: PulseRecorder.sampleRate)
        }

        /// When `recorder` heard the moment `time` of the code.
        private func moment(ofCode time: Double, _ recorder: PulseRecorder) -> SuspendingClock.Instant? {
            let analysis = code.analyse(recorder.left(), rate: PulseRecorder.sampleRate)
            for stretch in analysis.stretches {
                let offset = (time - stretch.code).truncatingRemainder(dividingBy: TimeCode.period)
                let heard = stretch.heard.lowerBound + (offset < 0 ? offset + TimeCode.period : offset)
                guard stretch.heard.contains(heard) else { continue }
                return recorder.moment(of: Int(heard * Double(PulseRecorder.sampleRate)))
            }
            return nil
        }
    }
}

/// A server that passes everything on between the player and Icecast, and keeps what the player was sent.
private final class Tap: Sendable {
    private let server: RawHTTPServer
    private let passed: Transfer

    /// What was passed on, shared with the server's threads.
    private final class Transfer: Sendable {
        let bytes = Guarded<[UInt8]>([])
    }

    init(before icecast: IcecastServer) throws {
        let passed = Transfer()
        self.passed = passed
        server = try RawHTTPServer { [port = icecast.port] exchange in
            guard let upstream = try? LoopbackSocket.connected(to: port) else { return }
            upstream.send(exchange.request)
            while true {
                let bytes = upstream.receive()
                guard !bytes.isEmpty, exchange.send(bytes) else { return }
                passed.bytes.withLock { $0 += bytes }
            }
        }
    }

    func url(of path: String) -> String { server.url(of: path) }
    var bytes: [UInt8] { passed.bytes.withLock { $0 } }
}

/// An ICY answer taken apart: the audio, and behind how many bytes of it each title stands.
private struct IcyBytes {
    private(set) var audio: [UInt8] = []
    private(set) var positions: [String: Int] = [:]

    init(answer: [UInt8]) {
        let text = String(decoding: answer.prefix(4096), as: Unicode.ASCII.self)
        let interval = text.lowercased().split(separator: "icy-metaint:").dropFirst().first
            .flatMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) }
        let head = answer.indices.first { answer[$0...].starts(with: Array("\r\n\r\n".utf8)) }
        guard let interval, let head else { return }
        var rest = answer[(head + 4)...]
        while rest.count > interval {
            audio += rest.prefix(interval)
            rest = rest.dropFirst(interval)
            let length = Int(rest.removeFirst()) * 16
            let block = String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            if block.hasPrefix("StreamTitle='") { positions[String(block.dropFirst(13).dropLast(2))] = audio.count }
            rest = rest.dropFirst(length)
        }
        audio += rest
    }
}
