import CPulse
package import RadioCore
package import Rings
import Synchronization

/// Plays to a PulseAudio server, PipeWire's included.
///
/// The server holds two seconds, so that the process sleeps; everything that a listener asks for is heard within 60 ms
/// all the same, because what is queued is rewritten. All calls of libpulse happen on its own loop's thread, but for
/// making and ending the loop.
package final class PulseOutput: AudioOutput {
    /// The version of libpulse in use.
    package static var libraryVersion: String {
        // Safe: a constant string of the library's.
        unsafe String(cString: pa_get_library_version())
    }

    /// What happens, for one reader.
    package var events: AsyncStream<OutputEvent> { shared.events }

    private let shared = OutputShared()
    private let engine: Guarded<PulseEngine?>

    /// An output on the sink called `device`, or on the server's default and wherever the user moves it.
    ///
    /// - Parameter volume: What the stream starts with; nothing is restored over it.
    package init(device: String?, volume: Volume, ledger: Ledger) {
        engine = Guarded(PulseEngine(shared: shared, device: device, volume: volume, ledger: ledger))
    }

    deinit { precondition(engine.withLock { $0 == nil }, "an output was dropped without being closed") }

    /// Connects, and returns the rate of the sink, with two channels. Waits 5 s at most.
    package func open() async throws(OutputError) -> AudioFormat? {
        do {
            return try await shared.open()
        } catch {
            await close()
            throw error
        }
    }

    /// See `AudioOutput`; from `minimumFrames` frames on, but never less than 200 ms: less could not be faded out if
    /// no more came.
    package func play(_ source: AudioSource, from frame: Int, minimumFrames: Int) {
        shared.post(.play(source, from: frame, minimumFrames: minimumFrames))
    }

    /// Fades out and lets go.
    package func silence() { shared.post(.silence) }
    /// Fades out and keeps the place.
    package func pause() { shared.post(.pause) }
    /// Goes on where the pause began.
    package func resume() { shared.post(.resume) }
    /// Goes on with the next frame once there are enough.
    package func resumeAfterStarving(minimumFrames: Int) {
        shared.post(.resumeAfterStarving(minimumFrames: minimumFrames))
    }
    /// Says that there are more frames.
    package func wake() { shared.feed() }
    /// Glides to `volume`, on the server's side.
    package func setVolume(_ volume: Volume) { shared.post(.volume(volume)) }
    /// Has mixers show `title`.
    package func setTitle(_ title: String) { shared.post(.title(title)) }
    /// What is heard now.
    package func playhead() -> Playhead? { shared.playhead(at: .now) }
    /// Frames that the server holds or is playing.
    package var queuedFrames: Int { shared.queuedFrames(at: .now) }

    /// Fades out, and ends the connection and its thread.
    package func close() async {
        await shared.close()
        guard let engine = engine.withLock({ $0.take() }) else { return }
        // Ending the loop waits for its thread, which the pool must not.
        let closer = WorkerThread(name: "pulse-close") { engine.endLoop() }
        await closer.join()
    }
}
