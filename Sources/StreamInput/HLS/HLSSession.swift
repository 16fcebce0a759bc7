import Network
import Playlists
import RadioCore

/// Plays one HLS stream into the buffer until it ends or is lost: lists, segments, keys and maps, over kept connections.
///
/// The bytes of the segments follow each other as if they were one stream; what does not follow is behind a joint. It is
/// run once, and ends within milliseconds when its task, or its transfer, is cancelled.
actor HLSSession {
    /// How many ways of a master list are tried.
    private static let mostChoices = 8

    /// What rules the stream as if it were one transfer: resuming has it judge anew whether it waits for room. Any
    /// thread.
    nonisolated let transfer: HTTPTransfer

    private let context: HLSContext
    private let control: HLSControl
    private let loader: HLSLoader
    private let list: StreamList
    private let following: HLSProgress?
    private let outlet: HLSOutlet
    private var progress: HLSProgress?

    /// A session that plays `list`, which has just come; exactly behind what is held, where that came as far as
    /// `following` says and the list still has what comes next. Without it nothing is to follow from what is held.
    init(_ list: StreamList, following: HLSProgress?, context: HLSContext) {
        let control = HLSControl()
        self.list = list
        self.following = following
        self.context = context
        self.control = control
        loader = HLSLoader(context)
        outlet = HLSOutlet(context, control, isContinuing: following != nil)
        transfer = HTTPTransfer(id: context.connection.number, control: control)
        progress = following
    }

    /// Plays it; returns when its transfers and timers are gone.
    func run() async -> HLSEnding {
        let listener = context.ledger.listener("hls stream", station: context.scope)
        let task = Task { await play() }
        control.rule(task)
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        listener.cancel()
        return HLSEnding(
            outcome: outcome, goodFor: outlet.firstByte.map { context.elapsed() - $0 },
            progress: outlet.isWhole ? progress : nil)
    }

    private func play() async -> StreamReceiver.Outcome {
        do throws(StreamError) {
            switch try read() {
            case .media(let media): return try await play(media, at: list.url, from: list.url)
            case .master(let master): return try await play(master)
            }
        } catch {
            return Task.isCancelled ? .cancelled : .failed(error)
        }
    }

    private func read() throws(StreamError) -> HLSList {
        do throws(PlaylistError) {
            return try HLSList.read(list.bytes, base: list.url)
        } catch {
            throw StreamError(.playlist(error), url: error.url)
        }
    }

    /// Plays the best of what `master` offers that can be had.
    private func play(_ master: HLSMaster) async throws(StreamError) -> StreamReceiver.Outcome {
        var failure: StreamError?
        for url in addresses(in: master) {
            do throws(StreamError) {
                let (media, final) = try await loader.media(at: url)
                return try await play(media, at: url, from: final)
            } catch {
                guard outlet.firstByte == nil, !Task.isCancelled else { throw error }
                context.log(.info, error.description)
                // Of several the one that leaves most hope decides what follows.
                failure = failure.map { error.finality < $0.finality ? error : $0 } ?? error
            }
        }
        throw failure ?? .undecodable("its HLS list offers nothing")
    }

    /// The addresses of media lists in the order in which they are tried: what was played before, then the best.
    private func addresses(in master: HLSMaster) -> [String] {
        let all = master.choices().map(\.url)
        let isKnown = { (url: String) in url.withoutQuery == self.following?.url.withoutQuery }
        return Array((all.filter(isKnown) + all.filter { !isKnown($0) }).prefix(Self.mostChoices))
    }

    /// Plays the media list that was asked for at `url`, and is loaded again `from` where it came from in the end.
    private func play(
        _ media: HLSMedia, at url: String, from final: String
    ) async throws(StreamError) -> StreamReceiver.Outcome {
        let known = following?.url.withoutQuery == url.withoutQuery ? following?.schedule : nil
        let playing = HLSPlaying(media, url: final, following: known, loader: loader, outlet: outlet, context: context)
        let result = await playing.play()
        if known != nil || outlet.firstByte != nil { progress = HLSProgress(url: url, schedule: playing.schedule) }
        return try result.get()
    }
}
