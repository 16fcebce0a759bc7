package import RadioCore
package import Rings
import Synchronization

/// Plays in time to nothing, a WAV file or a pipe: the clock takes the place of a sound card.
///
/// One thread renders the frames that are due, four times a second and at every command, and sleeps in between.
package final class PacedOutput: AudioOutput {
    /// What happens, for one reader.
    package var events: AsyncStream<OutputEvent> { shared.events }

    private let shared: OutputShared
    private let thread: Guarded<WorkerThread?>

    /// Behaves like a sink that nobody hears: 48 kHz, two channels, fades for ears.
    package static func null(volume: Volume, clock: any Clock<Duration>, ledger: Ledger) -> PacedOutput {
        PacedOutput(.null, volume: volume, clock: clock, ledger: ledger)
    }

    /// Writes a WAV file at `path`, in the format of the first source.
    package static func wav(
        path: String, volume: Volume, clock: any Clock<Duration>, ledger: Ledger
    ) -> PacedOutput {
        PacedOutput(.wav(path), volume: volume, clock: clock, ledger: ledger)
    }

    /// Writes raw 16-bit samples, 48 kHz and two channels, to the file or FIFO at `path`, or to standard output for `-`.
    package static func pipe(
        path: String, volume: Volume, clock: any Clock<Duration>, ledger: Ledger
    ) -> PacedOutput {
        PacedOutput(.pipe(path), volume: volume, clock: clock, ledger: ledger)
    }

    private init(_ kind: PacedEngine.Kind, volume: Volume, clock: any Clock<Duration>, ledger: Ledger) {
        let shared = OutputShared()
        self.shared = shared
        thread = Guarded(
            WorkerThread(name: "output") {
                PacedEngine(kind, shared: shared, volume: volume, clock: clock, ledger: ledger).run()
            })
    }

    /// Makes the file; waits for the reader of a FIFO.
    package func open() async throws(OutputError) -> AudioFormat? {
        do {
            return try await shared.open()
        } catch {
            await close()
            throw error
        }
    }

    /// Fades `source` in behind what plays.
    package func play(_ source: AudioSource, from frame: Int, minimumFrames: Int) {
        shared.post(.play(source, from: frame, minimumFrames: minimumFrames))
    }

    /// Fades out and lets go.
    package func silence() { shared.post(.silence) }
    /// Stops and keeps the place; a file is cut hard.
    package func pause() { shared.post(.pause) }
    /// Goes on where the pause began, to the sample.
    package func resume() { shared.post(.resume) }
    /// Goes on with the next frame once there are enough.
    package func resumeAfterStarving(minimumFrames: Int) {
        shared.post(.resumeAfterStarving(minimumFrames: minimumFrames))
    }
    /// Says that there are more frames.
    package func wake() { shared.feed() }
    /// Glides to `volume` on the samples.
    package func setVolume(_ volume: Volume) { shared.post(.volume(volume)) }
    /// Nobody would show it.
    package func setTitle(_ title: String) {}
    /// What is heard now.
    package func playhead() -> Playhead? { shared.playhead(at: .now) }
    /// None: what is rendered counts as heard.
    package var queuedFrames: Int { 0 }

    /// Writes the last fade, finishes the file, and ends the thread.
    package func close() async {
        await shared.close()
        await thread.withLock { $0.take() }?.join()
    }
}
