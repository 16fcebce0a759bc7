import RadioCore
import Rings
import Synchronization
import Testing

private let chunk = TimeShiftBuffer.chunkSize

private func bytes(_ range: Range<Int>) -> [UInt8] { range.map { UInt8(truncatingIfNeeded: $0 &* 31) } }

/// Outside the expectations, which cannot take a span apart.
private func append(_ bytes: [UInt8], to buffer: TimeShiftBuffer) -> Bool {
    // Safe: the bytes of bytes.
    unsafe buffer.append(bytes.span.bytes)
}

private func read(_ count: Int, at position: Int, from buffer: TimeShiftBuffer, doorbell: Doorbell = Doorbell()) -> (
    TimeShiftBuffer.ReadOutcome, [UInt8]
) {
    var result = [UInt8](repeating: 0, count: count)
    let outcome = unsafe result.withUnsafeMutableBytes { unsafe buffer.read(at: position, into: $0, orRing: doorbell) }
    guard case .bytes(let got) = outcome else { return (outcome, []) }
    return (outcome, Array(result[..<got]))
}

struct TimeShiftBufferTests {
    @Test func `what was appended is read at any position`() {
        let buffer = TimeShiftBuffer(limit: 100)
        #expect(append(bytes(0..<60), to: buffer))
        #expect(read(10, at: 0, from: buffer).1 == bytes(0..<10))
        #expect(read(100, at: 55, from: buffer).1 == bytes(55..<60))
    }

    @Test func `an append that does not fit changes nothing`() {
        let buffer = TimeShiftBuffer(limit: 10)
        #expect(append(bytes(0..<8), to: buffer))
        #expect(!append(bytes(8..<11), to: buffer))
        #expect(buffer.held == 0..<8)
        #expect(buffer.room == 2)
        #expect(append(bytes(8..<10), to: buffer))
        #expect(buffer.room == 0)
    }

    @Test(arguments: [1, 7, chunk - 1, chunk, chunk + 1, 2 * chunk + 5])
    func `pieces of every size come out whole across chunks`(size: Int) {
        let total = 3 * chunk + 17
        let buffer = TimeShiftBuffer(limit: total)
        for start in stride(from: 0, to: total, by: max(size, chunk / 4)) {
            let end = min(start + max(size, chunk / 4), total)
            #expect(append(bytes(start..<end), to: buffer))
        }
        var position = 0
        var isRight = true
        while case (.bytes, let got) = read(size + 4096, at: position, from: buffer) {
            if got != bytes(position..<position + got.count) { isRight = false }
            position += got.count
            if position == total { break }
        }
        #expect(isRight)
        #expect(position == total)
    }

    @Test func `what was discarded cannot be read, and the oldest held is told`() {
        let buffer = TimeShiftBuffer(limit: 4 * chunk)
        #expect(append(bytes(0..<2 * chunk), to: buffer))
        buffer.discard(before: chunk + 3)
        #expect(read(1, at: chunk, from: buffer).0 == .discarded(oldest: chunk + 3))
        #expect(read(4, at: chunk + 3, from: buffer).1 == bytes(chunk + 3..<chunk + 7))
        buffer.discard(before: 5)
        #expect(buffer.held == chunk + 3..<2 * chunk)
        buffer.discard(before: 100 * chunk)
        #expect(buffer.held == 2 * chunk..<2 * chunk)
        #expect(append(bytes(2 * chunk..<2 * chunk + 9), to: buffer))
        #expect(read(9, at: 2 * chunk, from: buffer).1 == bytes(2 * chunk..<2 * chunk + 9))
    }

    @Test func `discarding makes room`() {
        let buffer = TimeShiftBuffer(limit: 10)
        #expect(append(bytes(0..<10), to: buffer))
        buffer.discard(before: 4)
        #expect(buffer.room == 4)
        #expect(append(bytes(10..<14), to: buffer))
        #expect(read(20, at: 4, from: buffer).1 == bytes(4..<14))
    }

    @Test func `memory that a pause took goes back to the system once it is discarded`() async {
        // In a process of its own, where nothing else takes memory.
        await #expect(processExitsWith: .success) {
            let buffer = TimeShiftBuffer(limit: 30 << 20)
            let piece = [UInt8](repeating: 7, count: 16 << 10)
            let before = ProcessUsage.current().residentKiB
            for _ in 0..<28 * 64 { #expect(append(piece, to: buffer)) }
            let grown = ProcessUsage.current().residentKiB - before
            #expect(grown > 27 << 10)
            buffer.discard(before: buffer.held.upperBound - 1)
            let left = ProcessUsage.current().residentKiB - before
            // A sanitizer keeps some of what the test itself took.
            #expect(left < grown / 3, "\(left) KiB of \(grown) are left")
        }
    }

    @Test func `tells once when little enough lies ahead of the reader`() {
        let buffer = TimeShiftBuffer(limit: 10)
        let calls = Counter()
        #expect(append(bytes(0..<10), to: buffer))
        #expect(buffer.ahead == 10)
        buffer.whenAhead(isAtMost: 6, room: 0) { calls.count() }
        _ = read(3, at: 0, from: buffer)
        #expect(calls.value == 0)
        _ = read(1, at: 3, from: buffer)
        _ = read(1, at: 4, from: buffer)
        #expect(calls.value == 1)
        #expect(buffer.ahead == 5)
    }

    @Test func `tells when there is room, at once where there is`() {
        let buffer = TimeShiftBuffer(limit: 10)
        let calls = Counter()
        #expect(append(bytes(0..<10), to: buffer))
        buffer.whenAhead(isAtMost: .max, room: 4) { calls.count() }
        buffer.discard(before: 3)
        #expect(calls.value == 0)
        buffer.discard(before: 4)
        #expect(calls.value == 1)
        buffer.whenAhead(isAtMost: .max, room: 4) { calls.count() }
        #expect(calls.value == 2)
    }

    @Test func `a reader that finds nothing is rung when bytes come`() {
        let buffer = TimeShiftBuffer(limit: 10)
        let doorbell = Doorbell()
        #expect(read(4, at: 0, from: buffer, doorbell: doorbell).0 == .nothingYet)
        #expect(append(bytes(0..<2), to: buffer))
        doorbell.wait()
        #expect(read(4, at: 0, from: buffer, doorbell: doorbell).0 == .bytes(2))
    }

    @Test func `a finished buffer is read to its end and no further`() {
        let buffer = TimeShiftBuffer(limit: 10)
        let doorbell = Doorbell()
        #expect(append(bytes(0..<2), to: buffer))
        #expect(read(4, at: 2, from: buffer, doorbell: doorbell).0 == .nothingYet)
        buffer.finish()
        doorbell.wait()
        #expect(read(4, at: 0, from: buffer).0 == .bytes(2))
        #expect(read(4, at: 2, from: buffer).0 == .end)
    }

    @Test func `another connection goes on behind a finished one`() {
        let buffer = TimeShiftBuffer(limit: 10)
        #expect(append(bytes(0..<2), to: buffer))
        buffer.finish()
        buffer.markJoint()
        #expect(read(4, at: 2, from: buffer).0 == .nothingYet)
        #expect(append(bytes(2..<4), to: buffer))
        #expect(read(4, at: 2, from: buffer).1 == bytes(2..<4))
    }

    @Test func `one read never crosses a joint`() {
        let buffer = TimeShiftBuffer(limit: 100)
        buffer.markJoint()
        #expect(!buffer.isJoint(0), "the first byte of all joins nothing")
        #expect(append(bytes(0..<10), to: buffer))
        buffer.markJoint()
        buffer.markJoint()
        #expect(append(bytes(10..<20), to: buffer))
        #expect(read(20, at: 4, from: buffer).1 == bytes(4..<10))
        #expect(buffer.isJoint(10))
        #expect(buffer.joint(after: 9) == 10 && buffer.joint(after: 10) == nil)
        #expect(read(20, at: 10, from: buffer).1 == bytes(10..<20))
        buffer.discard(before: 11)
        #expect(!buffer.isJoint(10))
    }
}

private final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}
