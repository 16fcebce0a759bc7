import AudioDecoding
import AudioOutput
import Rings
import StationMetadata
import StreamInput

extension Player {
    /// The shortest time from one title to the next: nobody reads faster, and no server can flood us.
    private static let titleSpacing = Duration.milliseconds(50)

    /// Sets the timer for the next title to the moment at which its first frame is heard, but not before `soonest`.
    func scheduleTitles(soonest: Duration = .zero) {
        titleTimer?.cancel()
        titleTimer = nil
        guard ending == nil, let pipeline, let due = pipeline.titles.nextDue, let head = playheadOfPipeline else {
            return
        }
        guard due > head.frame || soonest > .zero else { return showDueTitles() }
        guard head.isRunning || due <= head.frame else { return }
        let distance = AudioFormat(sampleRate: head.sampleRate, channels: 1).duration(ofFrames: due - head.frame)
        let wait = max(distance, soonest)
        titleTimer = ledger.after(wait, "title due", station: pipeline.scope, clock: clock) { [weak self] in
            await self?.showDueTitles()
        }
    }

    private func showDueTitles() {
        guard let pipeline, let head = playheadOfPipeline else { return }
        // Of several that are due at once, all but the last have passed already.
        if let title = pipeline.titles.heard(upTo: head.frame).last { show(title) }
        scheduleTitles(soonest: Self.titleSpacing)
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
