import RadioCore
import Rings

/// Puts the pieces of an HLS stream into the buffer, and tells of them. Used by one task at a time.
final class HLSOutlet {
    /// A segment, and how it is put in.
    struct Delivery {
        var piece: HLSPiece
        /// What goes in front of it.
        var map: HLSPiece?
        /// Whether it follows from what was put in before.
        var follows: Bool
        /// How much sound is missing in front of it.
        var lost: Duration
        /// Where its list is, without secrets.
        var url: String
        /// Whether the stream has an end.
        var isFinite: Bool
    }

    /// So much is put in at once, as far as there is room.
    private static let step = 64 << 10

    /// When the first byte was put in.
    private(set) var firstByte: Duration?
    /// Whether no segment was put in in part.
    private(set) var isWhole = true
    private let context: HLSContext
    private let control: HLSControl
    private let isContinuing: Bool

    /// An outlet that waits at `control`; `isContinuing` where what comes is to follow what is held.
    init(_ context: HLSContext, _ control: HLSControl, isContinuing: Bool) {
        self.context = context
        self.control = control
        self.isContinuing = isContinuing
    }

    /// Puts a segment in, waiting for room as `FlowControl` says; gives the outcome where that was the last.
    func deliver(_ delivery: Delivery) async -> StreamReceiver.Outcome? {
        let position = context.buffer.held.upperBound
        let splice = splice(of: delivery, at: position)
        let isFirst = firstByte == nil
        if isFirst { begin(delivery, at: position) }
        if !delivery.follows {
            context.buffer.markJoint()
            context.board.noteJoint(at: position)
        }
        isWhole = false
        if let map = delivery.map, let outcome = await put(header: map, delivery) { return outcome }
        if let outcome = await put(delivery.piece.bytes, delivery) { return outcome }
        isWhole = true
        if isFirst { context.tell(.flowing) }
        if let splice { context.tell(.spliced(splice, at: position)) }
        return nil
    }

    private func begin(_ delivery: Delivery, at position: Int) {
        firstByte = context.elapsed()
        context.board.note(context.connection, at: position)
        let head = StreamHead(url: delivery.url, contentType: delivery.piece.contentType)
        context.tell(.connected(head, at: position))
    }

    /// How it is joined to what is held; `nil` where that goes without saying.
    private func splice(of delivery: Delivery, at position: Int) -> Splice? {
        let isJoined = firstByte == nil && isContinuing && position > 0
        if delivery.follows { return isJoined ? Splice(.exact) : nil }
        return isJoined || delivery.lost > .zero ? Splice(.byTime, lost: delivery.lost) : nil
    }

    /// Puts a map in, which a decoder needs wherever it starts behind it.
    private func put(header map: HLSPiece, _ delivery: Delivery) async -> StreamReceiver.Outcome? {
        let position = context.buffer.held.upperBound
        if let outcome = await put(map.bytes, delivery) { return outcome }
        let kept = map.bytes.count <= CodecHeader.limit ? map.bytes : []
        context.board.add(map: kept, at: position, end: position + map.bytes.count)
        return nil
    }

    private func put(_ bytes: [UInt8], _ delivery: Delivery) async -> StreamReceiver.Outcome? {
        let (buffer, board) = (context.buffer, context.board)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(Self.step))
            guard await waitForRoom(piece.count, isFinite: delivery.isFinite) else { return .cancelled }
            // Safe: bytes have no padding.
            guard buffer.append(unsafe piece.span.bytes) else { return .full }
            board.noteBytes(piece.count, at: context.elapsed(), oldest: buffer.held.lowerBound)
            rest = rest.dropFirst(piece.count)
        }
        return nil
    }

    /// Waits for as long as a server would be kept waiting; false when the task was cancelled.
    private func waitForRoom(_ count: Int, isFinite: Bool) async -> Bool {
        let buffer = context.buffer
        let flow = FlowControl(isFinite: isFinite, limit: buffer.limit)
        while !Task.isCancelled {
            let wait = flow.wait(
                for: count, ahead: buffer.ahead, room: buffer.room, isListenerPaused: context.isListenerPaused())
            guard let wait else { return true }
            await control.wait(for: wait, in: buffer)
        }
        return false
    }
}
