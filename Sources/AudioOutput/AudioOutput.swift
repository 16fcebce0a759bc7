package import RadioCore
package import Rings

/// Plays one source at a time and tells what is heard: PulseAudio, nothing at all, a WAV file or a pipe.
///
/// All methods may be called from any thread and return at once; they take effect in the order of the calls. Fades are
/// made on samples, so that nothing clicks. The object lives from `open()` to `close()` and is used once: after `.lost`
/// its owner closes it and opens another.
package protocol AudioOutput: AnyObject, Sendable {
    /// What happens, in order, for one reader; ends with `close()`. What nobody reads is kept up to 256 events.
    var events: AsyncStream<OutputEvent> { get }

    /// Connects to the sink or makes the file, and returns the format that every source must have.
    ///
    /// - Returns: The sink's own format; `nil` where the first source decides it.
    /// - Throws: What went wrong; the output is then closed.
    func open() async throws(OutputError) -> AudioFormat?

    /// Fades out what plays and then fades `source` in from `frame` on, once it holds `minimumFrames` frames from there
    /// (or is finished). With the source that is current already: goes on where it stopped.
    func play(_ source: AudioSource, from frame: Int, minimumFrames: Int)

    /// Fades out what plays and lets go of it.
    func silence()

    /// Fades out; `.paused` names the frame where the fade began.
    func pause()

    /// Fades in from exactly the frame that `.paused` named, once as many frames are there as were asked for last.
    func resume()

    /// Goes on after `.starved`, with exactly the next frame, once `minimumFrames` frames are there.
    func resumeAfterStarving(minimumFrames: Int)

    /// Says that the source has more frames. Cheap: does nothing unless frames are waited for.
    func wake()

    /// Makes it louder or softer, without a step that could be heard as a click.
    func setVolume(_ volume: Volume)

    /// What a mixer shows as the title of the stream.
    func setTitle(_ title: String)

    /// What is heard now, estimated between two reports of the sink; `nil` while no source is current.
    func playhead() -> Playhead?

    /// Frames handed over and not yet heard.
    var queuedFrames: Int { get }

    /// Fades out, waits until that has been heard (500 ms at most), and gives back everything. May be called twice.
    func close() async
}
