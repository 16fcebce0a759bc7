import RadioCore
import Rings

/// What the decoder thread does: finds out what the bytes are, decodes them, and starts afresh where they change.
final class DecodeLoop {
    let feed: ByteFeed
    let outlet: FrameOutlet
    let control: SessionControl
    private let board: PositionBoard
    private let emit: (DecodeEvent) -> Void
    private let log: Log
    private var told: StreamFormat?

    /// Decodes what `feed` gives into `outlet`.
    init(
        feed: ByteFeed, outlet: FrameOutlet, control: SessionControl, board: PositionBoard, log: Log,
        emit: @escaping (DecodeEvent) -> Void
    ) {
        self.feed = feed
        self.outlet = outlet
        self.control = control
        self.board = board
        self.log = log
        self.emit = emit
    }

    /// Runs until the bytes end, nothing can be made of them, or the session is cancelled.
    func run() {
        FFmpegLog.route(to: log)
        var (place, isStart) = (feed.start, true)
        while let next = follow(segment(at: place, isStart: isStart), from: place) {
            (place, isStart) = next
        }
        outlet.finish()
    }

    /// What to do once a segment has ended: where the next one begins, and whether it is another connection's.
    private func follow(_ end: SegmentEnd, from begin: Int) -> (place: Int, isStart: Bool)? {
        log(.debug, "the segment from \(begin) on ended: \(end)")
        switch end {
        case .link(let place): return (place, false)
        case .lost(let place):
            if outlet.hasSound { noteCorrupt() }
            return breakSound(at: place) ? (place, false) : nil
        case .joint(let place):
            feed.patience.renew()
            return breakSound(at: place) ? (place, true) : nil
        case .finished: finish(from: begin)
        case .failed(let error): emit(.failed(error, at: feed.position(of: begin)))
        case .cancelled: break
        }
        return nil
    }

    private func finish(from begin: Int) {
        do throws(FFmpegError) {
            try outlet.end()
        } catch {
            log(.warning, "the end of the sound is lost: \(error)")
        }
        guard !outlet.hasSound else { return emit(.ended(frame: outlet.position)) }
        emit(.failed(feed.isEmpty ? .empty : .unknown, at: feed.position(of: begin)))
    }

    private func breakSound(at place: Int) -> Bool {
        do throws(FFmpegError) {
            try outlet.cut()
            return true
        } catch {
            emit(.failed(.library("\(error)"), at: feed.position(of: place)))
            return false
        }
    }

    /// Decodes one segment, from finding out what it is to its end.
    private func segment(at place: Int, isStart: Bool) -> SegmentEnd {
        let window = ByteWindow(feed, at: place)
        do throws(FFmpegError) {
            switch identify(window, isStart: isStart) {
            case .stopped(let end): return end
            case .content(.elementary(let header)): return try decodeElementary(window, first: header)
            case .content(.ogg): return try decodeContainer(.ogg, at: window.place)
            case .content(.flac): return try decodeContainer(.flac, at: window.place)
            case .content(.transport): return try decodeContainer(.mpegts, at: window.place)
            }
        } catch {
            return .failed(.library("\(error)"))
        }
    }

    /// What a segment was found to be.
    private enum Identity {
        case content(ContentSniffer.Content)
        case stopped(SegmentEnd)
    }

    /// Looks for sound; it begins at the window's beginning then.
    private func identify(_ window: ByteWindow, isStart: Bool) -> Identity {
        var isStart = isStart
        while true {
            let end = window.end
            switch window.look({ ContentSniffer.look(at: $0, isStart: isStart, isAll: end != nil) }) {
            case .found(let content, let offset):
                window.drop(offset)
                return .content(content)
            case .tag(let offset, let length):
                window.drop(offset)
                window.skip(length)
                isStart = false
            case .refused(let error): return .stopped(.failed(error))
            case .needsMore(let keep):
                if keep > 0 { isStart = false }
                // What does not become clear in a full window is nothing.
                window.drop(keep == 0 && window.isFull ? 1 : keep)
                if let end { return .stopped(end) }
                // When nothing more comes, what is there is looked at once more as all there is.
                _ = window.grow()
            }
        }
    }

    // MARK: What the decoders share

    /// Takes all that `decoder` has ready of a packet that begins at `position`, and tells what the stream is.
    func take(_ decoder: AudioDecoder, from position: Int, as container: String, bitrate: Int?) throws(FFmpegError) {
        while try decoder.receive() == .frame {
            guard decoder.frame.count > 0, decoder.frame.channels > 0, decoder.frame.sampleRate > 0 else { continue }
            feed.patience.satisfy()
            let begin = outlet.nextFrame
            let format = StreamFormat(
                codec: decoder.codecName, profile: decoder.profileName, container: container,
                sampleRate: decoder.frame.sampleRate, channels: decoder.frame.channels, bitrate: bitrate)
            try outlet.write(decoder, from: position)
            tell(format, from: begin)
        }
    }

    /// Goes on after a packet that could not be decoded: silence instead of it, as long as it would have been.
    func conceal(samples: Int, sampleRate: Int) throws(FFmpegError) {
        noteCorrupt()
        try outlet.conceal(frames: samples, sampleRate: sampleRate)
    }

    /// Counts a packet that could not be decoded, and tells when the count has doubled.
    func noteCorrupt() {
        let count = board.countCorrupt()
        if count & (count - 1) == 0 { emit(.corrupt(count: count)) }
    }

    private func tell(_ format: StreamFormat, from frame: Int) {
        guard format != told else { return }
        told = format
        emit(.stream(format, atFrame: frame))
    }
}
