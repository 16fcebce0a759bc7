import TestKit
import Testing

/// What a test of hearing stands on: a private sound server whose sink is recorded, and the player under test.
struct HeardStage {
    let directory: PrivateDirectory
    let sound: PulseServer
    let recorder: PulseRecorder
    /// The name of its players for the control socket.
    static let instance = "heard"

    /// Starts the sound server and listens until that is good for timing.
    init(moreSinks: [String] = []) async throws {
        directory = try PrivateDirectory()
        sound = try await PulseServer(moreSinks: moreSinks)
        recorder = try await sound.recorder()
    }

    /// Writes a period of the time code in `voice` and returns the file.
    func code(voice: Int = 0) throws -> String {
        let file = directory.path(of: "code-\(voice).wav")
        try TimeCode(voice: voice).writePeriod(to: file)
        return file
    }

    /// Starts the player on the first of `stations`, ids and URLs.
    ///
    /// The reserve that it aims for is one it has from the start, so that nothing is played slower.
    func play(
        _ stations: KeyValuePairs<String, String>, _ arguments: [String] = ["--json"],
        wiring: ChildProcess.Wiring = .pipes
    ) throws -> RadioSpiralProcess {
        let entries = stations.map { id, url in
            #"{"id": "\#(id)", "name": "Station \#(id)", "streams": [{"url": "\#(url)"}]}"#
        }
        let list = try directory.write(
            #"{"version": 1, "stations": [\#(entries.joined(separator: ", "))]}"#, to: "Stations.json")
        let common = ["--stations", list, "--volume", "100", "--buffer", "500ms", "--instance", Self.instance]
        return try RadioSpiralProcess(["play", stations[0].key] + common + arguments, sound: sound, wiring: wiring)
    }

    /// The control socket of `player`.
    func control(of player: RadioSpiralProcess) async throws -> PlayerControl {
        try await PlayerControl(of: player, instance: Self.instance)
    }
}

/// How far `moment` lies behind `start`, in milliseconds.
func milliseconds(from start: SuspendingClock.Instant, to moment: SuspendingClock.Instant) -> Double {
    let (seconds, attoseconds) = (moment - start).components
    return Double(seconds) * 1000 + Double(attoseconds) / 1e15
}

/// The largest step that the code can make once a lossy codec has had it: it may overshoot by a fifth.
func largestCodedStep(voice: Int = 0) -> Float {
    TimeCode(voice: voice).largestStepOfSignal(rate: PulseRecorder.sampleRate) * 1.2
}

/// What a sample within a millisecond of silence may be: a twentieth of the signal, and what the codec adds.
let softEdge: Float = 0.035
