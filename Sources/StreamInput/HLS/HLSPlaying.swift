import Playlists
import RadioCore

/// Plays one media list: loads it again when it is due, and brings its segments, one after another. Used by one task.
final class HLSPlaying {
    /// The segment that is fetched ahead.
    private struct Ahead {
        var segment: HLSSegment
        var task: Task<Result<HLSPiece, StreamError>, Never>
    }

    /// How many segments may be missing in a row before the first sound.
    private static let mostMissing = 3
    /// The first wait before a segment is asked for again; each next one is twice as long.
    private static let firstPause = Duration.milliseconds(250)

    /// How far it has come.
    private(set) var schedule: HLSSchedule
    private var watch: HLSListWatch
    private let url: String
    private let isFollowing: Bool
    private let loader: HLSLoader
    private let outlet: HLSOutlet
    private let context: HLSContext
    private var ahead: Ahead?
    private var missing = 0
    private var lastError: StreamError?

    /// Plays `media`, which has just come, and is loaded again at `url`; behind what `known` has brought, if given.
    init(
        _ media: HLSMedia, url: String, following known: HLSSchedule?, loader: HLSLoader, outlet: HLSOutlet,
        context: HLSContext
    ) {
        var schedule = known ?? HLSSchedule(media)
        _ = schedule.take(media)
        self.schedule = schedule
        watch = HLSListWatch(schedule.media, now: context.elapsed())
        isFollowing = known != nil
        self.url = url
        self.loader = loader
        self.outlet = outlet
        self.context = context
    }

    /// Plays it until it ends, the buffer is full, the task is cancelled, or it is lost.
    func play() async -> Result<StreamReceiver.Outcome, StreamError> {
        let result: Result<StreamReceiver.Outcome, StreamError>
        do throws(StreamError) {
            result = .success(try await playOn())
        } catch {
            result = .failure(error)
        }
        await dropAhead()
        return result
    }

    private func playOn() async throws(StreamError) -> StreamReceiver.Outcome {
        while !Task.isCancelled {
            if watch.wait(at: context.elapsed()) == .zero { try await reload() }
            switch schedule.step {
            case .bring(let segment, let follows):
                if let outcome = try await bring(segment, follows: follows) { return outcome }
            case .wait:
                try await waitForList()
            case .end:
                guard outlet.firstByte != nil || isFollowing else { throw lastError ?? error(.empty) }
                return .ended
            }
        }
        return .cancelled
    }

    // MARK: The list

    /// Loads the list again. One that cannot be had is asked for a few times more, unless it `mustCome`.
    private func reload(mustCome: Bool = false) async throws(StreamError) {
        let now = context.elapsed()
        do throws(StreamError) {
            let media = try await loader.media(at: url).media
            let hasChanged = schedule.take(media)
            watch.loaded(schedule.media, hasChanged: hasChanged, askedAt: now)
        } catch {
            let isGivenUp = watch.failed(askedAt: now)
            if isGivenUp || mustCome || error.isSentAway || Task.isCancelled { throw error }
            lastError = error
        }
    }

    private func waitForList() async throws(StreamError) {
        let now = context.elapsed()
        try failIfStalled()
        if let pause = watch.wait(at: now) { await sleep(pause, "hls list") }
    }

    /// A list that stands still is told by what it no longer brings.
    private func failIfStalled() throws(StreamError) {
        guard watch.isStalled(at: context.elapsed()) else { return }
        guard let lastError else {
            context.board.noteStall()
            throw error(.stalled)
        }
        throw lastError
    }

    // MARK: Segments

    /// Brings a segment, or finds that it cannot be had; gives the outcome where that was the last.
    private func bring(_ segment: HLSSegment, follows: Bool) async throws(StreamError) -> StreamReceiver.Outcome? {
        guard let (piece, map) = try await pieces(of: segment, follows: follows) else {
            try failIfStalled()
            return nil
        }
        fetchAhead(behind: segment)
        let delivery = HLSOutlet.Delivery(
            piece: piece, map: map, follows: follows, lost: schedule.lost(before: segment),
            url: SafeURL.redacted(url), isFinite: schedule.media.isEnded)
        if let outcome = await outlet.deliver(delivery) { return outcome }
        schedule.finish(segment)
        watch.brought(at: context.elapsed())
        (missing, lastError) = (0, nil)
        return nil
    }

    /// A segment and, where it does not follow, its map. `nil` when it was passed over, after a while of trying.
    private func pieces(
        of segment: HLSSegment, follows: Bool
    ) async throws(StreamError) -> (HLSPiece, map: HLSPiece?)? {
        let end = context.elapsed() + schedule.media.targetDuration
        var pause = Self.firstPause
        while true {
            do throws(StreamError) {
                let piece = try await piece(of: segment)
                guard !follows, let map = segment.map else { return (piece, nil) }
                return (piece, try await loader.piece(of: map))
            } catch {
                lastError = error
                if Task.isCancelled || error.isSentAway { throw error }
                if case .notFound = error.kind {
                    try miss(segment, error)
                    return nil
                }
                if context.elapsed() + pause >= end {
                    try await giveUp(segment, error)
                    return nil
                }
            }
            await sleep(pause, "hls retry")
            pause *= 2
        }
    }

    /// What is not there any more is passed over at once, and all that will go soon with it.
    private func miss(_ segment: HLSSegment, _ error: StreamError) throws(StreamError) {
        missing += 1
        if outlet.firstByte == nil, !isFollowing, missing == Self.mostMissing { throw error }
        context.log(.info, error.description)
        context.board.noteMissingSegment()
        schedule.miss(segment)
    }

    /// What cannot be had is passed over if its list can be had: else it is the server that cannot be reached, and the
    /// segment may be there when it can.
    private func giveUp(_ segment: HLSSegment, _ error: StreamError) async throws(StreamError) {
        if outlet.firstByte == nil, !isFollowing { throw error }
        try await reload(mustCome: true)
        context.log(.info, error.description)
        context.board.noteMissingSegment()
        schedule.skip(segment)
    }

    private func piece(of segment: HLSSegment) async throws(StreamError) -> HLSPiece {
        guard let ahead, ahead.segment.number == segment.number,
            ahead.segment.url.withoutQuery == segment.url.withoutQuery
        else {
            await dropAhead()
            return try await loader.piece(of: segment, within: watch.patience)
        }
        self.ahead = nil
        let task = ahead.task
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Fetches the segment behind `segment` while that is put in.
    private func fetchAhead(behind segment: HLSSegment) {
        var later = schedule
        later.finish(segment)
        guard ahead == nil, case .bring(let next, _) = later.step else { return }
        let (loader, patience) = (loader, watch.patience)
        let task = Task { () -> Result<HLSPiece, StreamError> in
            do throws(StreamError) {
                return .success(try await loader.piece(of: next, within: patience))
            } catch {
                return .failure(error)
            }
        }
        ahead = Ahead(segment: next, task: task)
    }

    private func dropAhead() async {
        ahead?.task.cancel()
        _ = await ahead?.task.value
        ahead = nil
    }

    // MARK: Parts

    private func error(_ kind: StreamError.Kind) -> StreamError { StreamError(kind, url: SafeURL.redacted(url)) }

    private func sleep(_ pause: Duration, _ name: String) async {
        _ = try? await context.ledger.sleep(name, station: context.scope, for: pause, clock: context.clock)
    }
}

extension StreamError {
    /// Whether the server has told us to stay away: that is for whoever reconnects to heed.
    fileprivate var isSentAway: Bool {
        switch kind {
        case .refused, .busy: true
        default: false
        }
    }
}
