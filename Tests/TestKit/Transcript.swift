import Foundation
import RadioCore

/// What a child wrote so far, kept in memory with the time of each piece.
package final class Transcript: Sendable {
    /// A piece as one read returned it.
    package struct Piece: Sendable {
        /// When it was read.
        package let time: SuspendingClock.Instant
        /// How many bytes had been read with it.
        package let end: Int
    }

    private struct State {
        var bytes: [UInt8] = []
        var pieces: [Piece] = []
        var isComplete = false
    }

    private let state = Guarded(State())

    /// All bytes, in memory of their own: a shared copy would have to be told apart from the writer's by counting
    /// references, which the thread sanitizer does not see.
    package var bytes: [UInt8] {
        state.withLock { state in
            // Safe: the copy is made within the closure.
            unsafe state.bytes.withUnsafeBufferPointer { unsafe Array($0) }
        }
    }
    /// How many bytes.
    package var count: Int { state.withLock { $0.bytes.count } }
    /// When what came.
    package var pieces: [Piece] {
        state.withLock { state in
            // Safe: the copy is made within the closure.
            unsafe state.pieces.withUnsafeBufferPointer { unsafe Array($0) }
        }
    }
    /// All of it as text, broken UTF-8 mended.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Its lines, without an unfinished last one unless the writer is gone.
    package var lines: [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // After the last line feed comes an empty piece; before it, a line that is still being written.
        if !isComplete || lines.last == "" { _ = lines.popLast() }
        return lines
    }
    /// Whether the writer is gone and all has been read.
    package var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Reads `descriptor` to its end on a thread of its own, and closes it.
    func follow(_ descriptor: Int32) {
        Thread.detachNewThread { [self] in
            while true {
                // Safe: the array is given with its own capacity, and the count is what was written.
                let piece = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
                    unsafe count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
                }
                if piece.isEmpty { break }
                append(piece)
            }
            close(descriptor)
            state.withLock { $0.isComplete = true }
        }
    }

    private func append(_ piece: [UInt8]) {
        state.withLock { state in
            state.bytes += piece
            state.pieces.append(Piece(time: .now, end: state.bytes.count))
        }
    }
}
