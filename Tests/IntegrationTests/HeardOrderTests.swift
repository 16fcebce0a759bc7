import TestKit
import Testing

extension OnRealParts {
    /// What a station sends is heard once, in order and without a click, whatever it is coded with.
    @Suite struct HeardOrderTests {
        private let code = TimeCode()

        @Test("an MP3 station is heard in order from the burst on, nothing missing, nothing twice, no click")
        func mp3() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            let source = try await FFmpegSource(.file(stage.code()), to: "/code", of: server, primedFor: 3)
            let start = stage.recorder.frameCount
            let player = try stage.play(["code": server.url(of: "/code")])
            try await player.wait(forState: "playing")
            try await stage.recorder.record(.seconds(5))
            try judge(stage.recorder.heard(from: start), seconds: 4.9)
            #expect(player.events.first { $0.name == "stream" }?.text("codec") == "mp3")
            #expect(try await player.quit() == 0)
            await source.stop()
            // The end is a fade like any other.
            #expect(stage.recorder.heard(from: start).hardestEdge < softEdge)
        }

        @Test("AAC, Vorbis, Opus and FLAC stations are heard in order, one switch after the other")
        func codecs() async throws {
            let stage = try await HeardStage()
            let server = try await IcecastServer()
            let file = try stage.code()
            let codecs: [FFmpegSource.Codec] = [.aac, .vorbis, .opus, .flac]
            var sources: [FFmpegSource] = []
            for codec in codecs {
                sources.append(try await FFmpegSource(.file(file), to: "/\(codec)", of: server, codec: codec))
            }
            let player = try stage.play([
                "aac": server.url(of: "/aac"), "vorbis": server.url(of: "/vorbis"), "opus": server.url(of: "/opus"),
                "flac": server.url(of: "/flac"),
            ])
            let control = try await stage.control(of: player)
            for codec in codecs {
                let (start, seen) = (stage.recorder.frameCount, codec == .aac ? 0 : player.events.count)
                if codec != .aac { #expect(try control.ask("switch", ["station": codec.rawValue]).isDone) }
                try await player.wait(for: "stream", skipping: seen) { $0.text("codec") == codec.rawValue }
                try await player.wait(forState: "playing", skipping: seen)
                try await stage.recorder.record(.seconds(2))
                let heard = stage.recorder.heard(from: start)
                let last = try #require(heard.spans.last)
                try judge(heard.part(last), seconds: 1.8)
                #expect(heard.hardestEdge < softEdge, "\(codec) \(heard.spans)")
            }
            #expect(try await player.quit() == 0)
            for source in sources { await source.stop() }
        }

        @Test("a FLAC stream without a container is heard to its end, in order")
        func flac() async throws {
            let stage = try await HeardStage()
            let heard = try await hear(
                try await encoded(stage.code(), ["-t", "4", "-c:a", "flac", "-f", "flac"]), as: "audio/flac", on: stage)
            try judge(heard, seconds: 3.9)
        }

        @Test("a chained Ogg with another rate and channel count plays on without a gap")
        func chain() async throws {
            let stage = try await HeardStage()
            let vorbis = ["-c:a", "libvorbis", "-q:a", "6", "-f", "ogg"]
            let first = try await encoded(stage.code(), ["-t", "3"] + vorbis)
            let second = try await encoded(
                stage.code(), ["-ss", "3", "-t", "3", "-ar", "44100", "-af", "pan=mono|c0=c0"] + vorbis)
            let heard = try await hear(first + second, as: "application/ogg", on: stage)
            try judge(heard, seconds: 5.9)
        }

        /// Serves `bytes` whole, plays them to their end, and returns what was heard.
        private func hear(_ bytes: [UInt8], as type: String, on stage: HeardStage) async throws -> HeardSound {
            let server = try RawHTTPServer { exchange in
                exchange.send(
                    "HTTP/1.0 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n")
                exchange.send(bytes)
            }
            let start = stage.recorder.frameCount
            let player = try stage.play(["file": server.url()])
            #expect(try await player.exitStatus(within: .seconds(20)) == 0)
            try await stage.recorder.record(.milliseconds(100))
            return stage.recorder.heard(from: start)
        }

        /// The code in `file` as ffmpeg encodes it.
        private func encoded(_ file: String, _ arguments: [String]) async throws -> [UInt8] {
            try await ChildProcess.run(
                "ffmpeg", ["-nostdin", "-loglevel", "error", "-i", file] + arguments + ["-"])
        }

        /// Expects that all of `heard` is one sound, at least so long, whose code goes on without a break.
        private func judge(_ heard: HeardSound, seconds: Double) throws {
            let analysis = code.analyse(heard.samples, rate: PulseRecorder.sampleRate)
            #expect(heard.spans.count == 1 && analysis.isUnbroken, "\(heard.spans) \(analysis)")
            let length = analysis.stretches.first.map { $0.heard.upperBound - $0.heard.lowerBound } ?? 0
            #expect(length > seconds)
            #expect(heard.largestStep.step < largestCodedStep(), "\(heard.largestStep) \(heard.spans)")
        }
    }
}
