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

    /// When frame `index` was heard, by the piece that came with the least delay: exact to the few milliseconds that the
    /// fastest piece of all took, however slowly others were read.
    package func moment(of index: Int) -> SuspendingClock.Instant { origin() + Self.duration(ofFrames: index) }

    /// The frame that was heard at `instant`, by the same measure.
    package func frame(at instant: SuspendingClock.Instant) -> Int {
        let elapsed = (instant - origin()).components
        let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
        return Int(seconds * Double(Self.sampleRate))
    }

    /// When frame 0 would have been heard, had the recording been steady from the start.
    private func origin() -> SuspendingClock.Instant {
        let steady = process.output.pieces.drop { $0.end < Self.bytesPerFrame * Self.sampleRate * 22 / 10 }
        return steady.map { $0.time - Self.duration(ofFrames: $0.end / Self.bytesPerFrame) }.min() ?? .now
    }

    private static func duration(ofFrames frames: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(sampleRate))
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
