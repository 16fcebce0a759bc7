import Foundation

/// What is heard on a null sink: its monitor, recorded into memory.
package final class PulseRecorder: Sendable {
    /// Frames a second.
    package static let sampleRate = 48000
    /// Samples in a frame.
    package static let channels = 2

    private let process: ChildProcess

    init(monitorOf sink: String, environment: [String: String]) throws {
        process = try ChildProcess(
            "parec",
            [
                "--device=\(sink).monitor", "--format=float32le", "--rate=\(Self.sampleRate)",
                "--channels=\(Self.channels)", "--latency-msec=20", "--raw",
            ], environment: environment)
    }

    /// Waits for more than two seconds of recording: a null sink that nobody listened to has rendered that far ahead.
    func waitUntilSteady() async throws {
        try await poll("2.2 s of recording") { frameCount > Self.sampleRate * 22 / 10 ? true : nil }
    }

    /// Frames recorded so far.
    package var frameCount: Int { process.output.count / Self.bytesPerFrame }

    /// The left channel from frame `start` on.
    package func left(from start: Int = 0) -> [Float] { channel(0, from: start) }
    /// The right channel from frame `start` on.
    package func right(from start: Int = 0) -> [Float] { channel(1, from: start) }

    /// About when frame `index` was heard: when the piece that holds it was read.
    package func time(of index: Int) -> SuspendingClock.Instant? {
        process.output.pieces.first { $0.end > index * Self.bytesPerFrame }?.time
    }

    /// Goes on recording until `duration` more is there.
    package func record(_ duration: Duration) async throws {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let end = frameCount + Int(seconds * Double(Self.sampleRate))
        try await poll("\(duration) of recording", within: duration + .seconds(5)) { frameCount >= end ? true : nil }
    }

    /// Ends the recording; what was recorded stays.
    package func stop() async {
        await process.stop()
    }

    /// Raw samples in the machine's order as numbers.
    package static func floats(_ bytes: [UInt8]) -> [Float] {
        // Safe: floats are loaded by value, unaligned, and inside the bytes.
        unsafe bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }

    private static let bytesPerFrame = channels * MemoryLayout<Float>.size

    private func channel(_ channel: Int, from start: Int) -> [Float] {
        let samples = Self.floats(Array(process.output.bytes.dropFirst(start * Self.bytesPerFrame)))
        return stride(from: channel, to: samples.count / Self.channels * Self.channels, by: Self.channels)
            .map { samples[$0] }
    }
}
