import TestKit
import Testing

@testable import StreamInput

/// What ffmpeg makes of a sound as HLS, in every form; the bytes in the buffer are those that ffmpeg wrote.
@Suite(.timeLimit(.minutes(1)))
struct HLSFormatTests {
    private let directory: PrivateDirectory

    init() throws { directory = try PrivateDirectory() }

    /// Has ffmpeg write eight seconds of sound as HLS, and serves what it wrote.
    private func serve(_ options: String...) async throws -> HLSServer {
        try await ChildProcess.run(
            "ffmpeg",
            [
                "-hide_banner", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=440", "-t", "8", "-c:a",
                "aac",
            ]
                + ["-f", "hls", "-hls_time", "2", "-hls_list_size", "0"] + options + [directory.path(of: "list.m3u8")])
        var replies: [String: [HLSServer.Reply]] = [:]
        for name in try directory.names { replies["/" + name] = [.bytes(try directory.read(name))] }
        return try HLSServer(replies)
    }

    /// What lies in the buffer when the list has been played to its end.
    private func play(_ server: HLSServer, _ bench: HLSBench) async throws -> [UInt8] {
        #expect(try await bench.play(server.url(of: "/list.m3u8")).isEnded)
        #expect(bench.joints == [])
        return bench.bytes
    }

    private func files(_ numbers: Range<Int>, _ ending: String) throws -> [UInt8] {
        try numbers.flatMap { try directory.read("list\($0).\(ending)") }
    }

    @Test func `plays MPEG-TS`() async throws {
        let server = try await serve()
        let bench = HLSBench()
        #expect(try await play(server, bench) == files(0..<5, "ts"))
        await bench.end()
    }

    @Test func `plays parts of a single file`() async throws {
        let server = try await serve("-hls_flags", "single_file")
        let bench = HLSBench()
        #expect(try await play(server, bench) == directory.read("list.ts"))
        #expect(server.count(of: "/list.ts") > 3)
        await bench.end()
    }

    @Test func `plays fragmented MP4, and keeps its headers for decoders that start later`() async throws {
        let server = try await serve("-hls_segment_type", "fmp4")
        let bench = HLSBench()
        let headers = try directory.read("init.mp4")
        #expect(try await play(server, bench) == headers + files(0..<5, "m4s"))
        #expect(server.count(of: "/init.mp4") == 1)
        #expect(bench.board.preamble(at: 0) == [])
        #expect(bench.board.preamble(at: headers.count) == headers)
        #expect(bench.board.preamble(at: bench.bytes.count) == headers)
        await bench.end()
    }

    @Test func `plays fragmented MP4 in a single file`() async throws {
        let server = try await serve("-hls_segment_type", "fmp4", "-hls_flags", "single_file")
        let bench = HLSBench()
        #expect(try await play(server, bench) == directory.read("list.m4s"))
        await bench.end()
    }

    @Test func `plays packed sound, which begins with a time in each segment`() async throws {
        let server = try await serve("-hls_segment_filename", directory.path(of: "list%d.aac"))
        let bench = HLSBench()
        #expect(try await play(server, bench) == files(0..<5, "aac"))
        await bench.end()
    }

    @Test(arguments: [nil, "000102030405060708090a0b0c0d0e0f"])
    func `plays AES-128 as openssl decrypts it, and asks for the key once`(vector: String?) async throws {
        let key = "0123456789abcdef"
        let secret = try directory.write(key, to: "the.key")
        try directory.write("the.key\n\(secret)\n" + (vector.map { "\($0)\n" } ?? ""), to: "info")
        let server = try await serve("-hls_key_info_file", directory.path(of: "info"))
        if vector == nil {
            // ffmpeg always says which vector; without that it is the segment's number.
            let list = String(decoding: try directory.read("list.m3u8"), as: UTF8.self)
            server.set([.text(list.replacing(/,IV=0x0+/, with: ""))], at: "/list.m3u8")
        }
        let bench = HLSBench()
        let bytes = try await play(server, bench)
        var expected: [UInt8] = []
        for number in 0..<5 {
            expected += try await ChildProcess.run(
                "openssl",
                ["enc", "-d", "-aes-128-cbc", "-in", directory.path(of: "list\(number).ts")]
                    + ["-K", key.utf8.map { String($0, radix: 16) }.joined()]
                    + ["-iv", vector ?? String(repeating: "0", count: 31) + "\(number)"])
        }
        #expect(bytes == expected && bytes.first == 0x47)
        #expect(server.count(of: "/the.key") == 1)
        await bench.end()
    }
}
