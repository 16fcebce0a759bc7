import Foundation
import TestKit

/// Streams that ffmpeg makes for a test, and what ffmpeg itself decodes them to.
final class Fixture {
    /// Two tones, one on each side, that never repeat within a fixture: a sweep on the left.
    static let stereo = "0.4*sin(2*PI*(300*t+60*t*t))|0.3*sin(2*PI*660*t)"
    static let mono = "0.4*sin(2*PI*(300*t+60*t*t))"

    /// Whether the tool is there at all.
    static let isToolInstalled = FileManager.default.isExecutableFile(atPath: tool)
    private static let tool = "/usr/bin/ffmpeg"

    private let directory: PrivateDirectory

    init() throws {
        directory = try PrivateDirectory()
    }

    /// Encodes `seconds` of `signal` at `rate` Hz by ffmpeg's `arguments`, which end with what names the format.
    func encode(
        _ signal: String = stereo, rate: Int, seconds: Double = 3, _ arguments: String, as name: String
    ) throws -> [UInt8] {
        let path = directory.path(of: name)
        try run(
            ["-f", "lavfi", "-i", "aevalsrc=\(signal):s=\(rate):d=\(seconds)"]
                + arguments.split(separator: " ").map(String.init) + [path])
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// What ffmpeg decodes `bytes` to, by `decoder` or the one that it chooses: interleaved floats.
    func reference(_ bytes: [UInt8], decoder: String? = nil) throws -> [Float] {
        let (input, output) = (directory.path(of: "reference.in"), directory.path(of: "reference.f32"))
        try Data(bytes).write(to: URL(fileURLWithPath: input))
        try run((decoder.map { ["-c:a", $0] } ?? []) + ["-i", input, "-f", "f32le", output])
        let data = try Data(contentsOf: URL(fileURLWithPath: output))
        // Safe: any four bytes are a float, and those of the file are in this machine's order.
        return unsafe data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }

    private func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.tool)
        process.arguments = ["-nostdin", "-v", "error", "-y"] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw DeadlinePassed("ffmpeg \(arguments.joined(separator: " ")): status \(process.terminationStatus)")
        }
    }
}
