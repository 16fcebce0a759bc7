import AudioDecoding
import AudioOutput
import Rings
import StationMetadata
import StreamInput

extension Player {
    /// The shortest time from one title to the next: nobody reads faster, and no server can flood us.
    private static let titleSpacing = Duration.milliseconds(50)

    /// Sets the timer for the next mark to the moment at which it is heard, but not before `soonest`.
    func scheduleMarks(soonest: Duration = .zero) {
        markTimer?.cancel()
        markTimer = nil
        guard ending == nil, let pipeline, let due = pipeline.marks.nextDue, let head = playheadOfPipeline else {
            return
        }
        guard due > head.frame || soonest > .zero else { return tellDueMarks() }
        guard head.isRunning || due <= head.frame else { return }
        let distance = AudioFormat(sampleRate: head.sampleRate, channels: 1).duration(ofFrames: due - head.frame)
        let wait = max(distance, soonest)
        markTimer = ledger.after(wait, "mark due", station: pipeline.scope, clock: clock) { [weak self] in
            await self?.tellDueMarks()
        }
    }

    private func tellDueMarks() {
        guard let pipeline, let head = playheadOfPipeline else { return }
        let due = pipeline.marks.heard(upTo: head.frame)
        for mark in due {
            switch mark {
            case .splice(let report): hub.publish(.splice(report))
            case .rejoined: tellRejoined()
            case .silence: tellSilence()
            case .title: break
            }
        }
        // Of several titles that are due at once, all but the last have passed already.
        if let title = due.last(where: { $0.title != nil })?.title { show(title) }
        scheduleMarks(soonest: Self.titleSpacing)
    }

    private func tellSilence() {
        guard let name = pipeline?.station.name else { return }
        hub.publish(
            .warning(code: "silence", message: "\(name) has sent nothing but silence for half a minute; it is left on.")
        )
    }

    /// Tells what is heard from now on, if that is news.
    func show(_ title: InBandTitle?) {
        guard let song = pipeline?.board.heard(title) else { return }
        hub.publish(.nowPlaying(song))
        output?.setTitle(song.text)
    }

    /// Where the output is in the current source, if it is playing that.
    var playheadOfPipeline: Playhead? {
        guard let head = output?.playhead(), head.sourceID == pipeline?.source?.id else { return nil }
        return head
    }

    /// The byte whose sound is heard now.
    var heardPosition: Int? {
        guard let pipeline, let head = playheadOfPipeline else { return nil }
        return pipeline.session?.bytePosition(ofFrame: head.frame)
    }
}
