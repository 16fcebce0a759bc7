import RadioCore
import Rings
import Testing

@testable import AudioDecoding

@Suite(.enabled(if: Fixture.isToolInstalled, "ffmpeg is not installed"), .timeLimit(.minutes(2)))
struct WaitingTests {
    @Test("a session that waits for bytes ends when it is cancelled, and again does no harm")
    func cancelEmpty() async {
        let session = DecodeSession(TimeShiftBuffer(limit: 1 << 20))
        session.start()
        session.cancel()
        session.cancel()
        await session.join()
        await session.join()
        for await event in session.events { Issue.record("unexpected \(event)") }
    }

    @Test("a session that was never started may be joined")
    func neverStarted() async {
        await DecodeSession(TimeShiftBuffer(limit: 1 << 20)).join()
    }

    @Test("a session whose ring is full waits, is filled again when enough is free, and can be cancelled")
    func fullRing() async throws {
        let bytes = try PositionTests.plainMP3(try Fixture(), seconds: 12)
        let buffer = TimeShiftBuffer.holding(bytes)
        let session = DecodeSession(buffer)
        let capacity = 1 << 18
        // The packet that no longer fits is entered before it is written.
        session.watch(bytePosition: capacity / 1152 * 384)
        session.watch(bytePosition: (capacity + 24000) / 1152 * 384)
        session.start()
        var (source, reached): (AudioSource?, [Int]) = (nil, [])
        for await event in session.events {
            if case .source(let given) = event { source = given }
            guard case .reached(_, let frame) = event else { continue }
            reached.append(frame)
            if reached.count == 2 { break }
            let source = try #require(source)
            #expect(source.reader.end <= capacity)
            source.reader.release(before: 30000)
            source.space.ring()
        }
        #expect(reached == [capacity / 1152 * 1152, (capacity + 24000) / 1152 * 1152])
        session.cancel()
        await session.join()
        #expect(source?.reader.isFinished == true)
        for await event in session.events {
            if case .ended = event { Issue.record("a cancelled session has not ended") }
        }
    }

    @Test("the first frames are there before any more bytes come")
    func firstFrames() async throws {
        let bytes = try PositionTests.plainMP3(try Fixture())
        let session = DecodeSession(.holding(Array(bytes[..<2000]), isFinished: false))
        session.start()
        for await event in session.events {
            guard case .source(let source) = event else { continue }
            #expect(source.reader.end > 0)
            #expect(source.id == 1)
            #expect(source.bitDepth == 16)
            break
        }
        session.cancel()
        await session.join()
    }
}
