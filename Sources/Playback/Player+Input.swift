import AudioDecoding
import AudioOutput
import Network
import Rings
import StreamInput

extension Player {
    /// Takes what the stream of the pipeline `scope` tells.
    func handle(_ event: StreamInputEvent, of scope: String) {
        guard ending == nil, let pipeline, pipeline.scope == scope else { return }
        switch event {
        case .connecting: update { if [.failed, .full].contains($0.transfer) { $0.transfer = .connecting } }
        case .connected(let head, let position): connected(head, at: position, pipeline)
        case .flowing:
            (pipeline.toldDrop, pipeline.drop) = (nil, nil)
            update { $0.transfer = .flowing }
        case .spliced(let splice, let position): spliced(splice, at: position, pipeline)
        case .title(let position, let title): add(.title(title), at: position, pipeline)
        case .titleWithdrawn(let position): pipeline.marks.withdrawTitle(at: position)
        case .dropped(let error, let attempt, let delay): dropped(error, attempt: attempt, retryIn: delay)
        case .full: filled(pipeline)
        case .ended:
            pipeline.buffer.finish()
            update { $0.transfer = .ended }
        case .failed(let error): failed(error)
        }
    }

    private func connected(_ head: StreamHead, at position: Int, _ pipeline: StationPipeline) {
        pipeline.head = head
        tellStream(pipeline)
        if let undecodable = pipeline.undecodable, position > undecodable { decode(from: position, pipeline) }
    }

    /// Tells what the stream is made of, if that is news.
    func tellStream(_ pipeline: StationPipeline) {
        guard let info = pipeline.streamInfo, info != pipeline.toldInfo else { return }
        pipeline.toldInfo = info
        hub.publish(.stream(info))
    }

    private func spliced(_ splice: Splice, at position: Int, _ pipeline: StationPipeline) {
        guard inputs.hasSounded else { return }
        let hasRunOut = inputs.intent == .play && !inputs.isSounding
        let kind: SpliceReport.Kind = splice.kind == .exact ? .exact : hasRunOut ? .restart : .crossfade
        if kind != .exact { pipeline.reserveControl.restart() }
        add(.splice(SpliceReport(kind: kind, lost: splice.lost, repeated: splice.repeated)), at: position, pipeline)
    }

    private func add(_ mark: HeardMark, at position: Int, _ pipeline: StationPipeline) {
        guard pipeline.marks.add(mark, at: position) else { return }
        pipeline.session?.watch(bytePosition: position)
    }

    private func dropped(_ error: StreamError, attempt: Int, retryIn: Duration) {
        lastTransferError = error
        // The same failure is said once, however often it is met in a row.
        if let pipeline, pipeline.toldDrop != error.code {
            pipeline.toldDrop = error.code
            hub.publish(.warning(code: error.code, message: "\(error)"))
        }
        pipeline?.drop = ("\(error)", attempt, retryIn)
        let isFinal = error.soundsFinal(onceHeard: hasEverSounded)
        update { $0.transfer = .retrying(isFinal: isFinal, attempt: attempt) }
    }

    private func failed(_ error: StreamError) {
        lastTransferError = error
        guard hasEverSounded else {
            let (reason, status) = error.ending
            return fail(reason, status: status, code: error.code, "\(error)")
        }
        hub.publish(.error(code: error.code, message: "\(error)"))
        pipeline?.drop = ("\(error)", nil, nil)
        update { $0.transfer = .failed }
    }

    /// All that can be held is held: the end of the transfer in a pause. Where the listener goes on just then, so does it.
    private func filled(_ pipeline: StationPipeline) {
        update { $0.transfer = .full }
        guard inputs.intent == .play else { return }
        discardBehind(pipeline)
        Task { [input = pipeline.input] in await input.resumeAfterFull() }
    }
}

extension StreamError {
    /// Whether the answer is one that trying again soon would not change. A server that has been heard and then ends its
    /// answer before the first byte is just being restarted.
    func soundsFinal(onceHeard isHeard: Bool) -> Bool {
        switch kind {
        case .empty: !isHeard
        case .refused, .notFound, .undecodable, .playlist: true
        case .network(let error): error.isHopeless
        default: false
        }
    }

    /// How a player that never sounded ends for this, by the table of exit statuses.
    var ending: (EndReason, Int32) {
        switch kind {
        case .refused: (.refused, 77)
        case .empty, .undecodable, .playlist: (.undecodable, 65)
        // It leads to nothing that may be played.
        case .network(let error) where error.isHopeless: (.undecodable, 65)
        default: (.giveUp, 69)
        }
    }
}
