import TestKit
import Testing

extension OnRealParts {
    /// The instruments themselves: what they measure when nothing of ours is in the way.
    @Suite struct InstrumentTests {
        @Test("a coded sound played by another player is recorded unbroken and without a click")
        func recorder() async throws {
            let directory = try PrivateDirectory()
            let code = TimeCode()
            let file = directory.path(of: "code.wav")
            try WaveFile.write(code.samples(seconds: 3, rate: 48000), rate: 48000, channels: 2, to: file)
            let sound = try await PulseServer()
            let recorder = try await sound.recorder()
            try await ChildProcess.run("paplay", [file], environment: sound.environment)
            try await recorder.record(.milliseconds(500))
            let analysis = code.analyse(recorder.left(), rate: PulseRecorder.sampleRate)
            #expect(analysis.isUnbroken, "\(analysis)")
            // The server may swallow the first frames when it starts, and the file breaks off wherever its last tone
            // is: both edges are steps of their own.
            let heard = recorder.left()
            let first = (heard.firstIndex { $0 != 0 } ?? 0) + 480
            let last = (heard.lastIndex { $0 != 0 } ?? 0) - 480
            let largest = TimeCode.largestStep(first < last ? Array(heard[first..<last]) : [])
            #expect(largest.step <= code.largestStepOfSignal(rate: 48000) * 1.01, "\(largest) \(analysis)")
        }

        @Test("a mount gives its burst, its title and the code in order")
        func icecast() async throws {
            let directory = try PrivateDirectory()
            let code = TimeCode()
            let file = directory.path(of: "code.wav")
            try code.writePeriod(to: file)
            let server = try await IcecastServer(burstSize: 32768)
            let source = try await FFmpegSource(.file(file), to: "/code", of: server, primedFor: 3)
            try server.updateTitle("Ärger & Lärm", of: "/code")
            let bytes = try await ChildProcess.run(
                "ffmpeg",
                [
                    "-nostdin", "-loglevel", "error", "-t", "3", "-i", server.url(of: "/code"), "-f", "f32le", "-ac",
                    "1",
                    "-ar", "48000", "-",
                ])
            let analysis = code.analyse(PulseRecorder.floats(bytes), rate: 48000)
            #expect(analysis.isUnbroken, "\(analysis)")
            let icy = try LoopbackSocket.connected(to: server.port)
            icy.send("GET /code HTTP/1.0\r\nIcy-MetaData: 1\r\n\r\n")
            // The burst is older than the title: it comes with the sound that was sent after it.
            let title = Array("StreamTitle='Ärger & Lärm';".utf8)
            var answer: [UInt8] = []

            while answer.count < 200_000, !answer.contains(title) { answer += icy.receive() }
            #expect(answer.contains(title) as Bool, "the title is not in \(answer.count) bytes")
            await source.stop()
            while !icy.receive().isEmpty {}
        }

        @Test("a scripted server says what it is told to, and knows what it was asked")
        func rawServer() throws {
            let server = try RawHTTPServer { exchange in
                exchange.send("ICY 200 OK\r\n\r\n\(exchange.path)")
            }
            let client = try LoopbackSocket.connected(to: server.port)
            client.send("GET /odd HTTP/1.0\r\n\r\n")
            #expect(String(decoding: client.receiveAll(), as: UTF8.self) == "ICY 200 OK\r\n\r\n/odd")
            #expect(server.requests == ["GET /odd HTTP/1.0\r\n\r\n"])
        }

        @Test("a child sees a terminal of its own, and keys typed there reach it")
        func terminal() async throws {
            let child = try ChildProcess(
                "/bin/sh", ["-c", "test -t 0 && read -r line && echo \"got $line\" && tty"],
                wiring: .terminal(outputToo: false))
            child.type("a key\n")
            #expect(try await child.waitForEnd() == .exited(0))
            #expect(child.output.lines.first == "got a key")
            #expect(child.output.lines.last?.hasPrefix("/dev/pts/") == true)
        }

        @Test("a child that is ended by a signal says which")
        func signals() async throws {
            let child = try ChildProcess("/bin/sleep", ["60"])
            #expect(await child.stop() == .killed(signal: 15))
        }
    }
}
