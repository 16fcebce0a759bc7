import Rings
import Testing

@testable import AudioDecoding

@Suite(.enabled(if: Fixture.isToolInstalled), .timeLimit(.minutes(1)))
struct JointStartTests {
    @Test("a connection that begins anywhere is heard without noise", arguments: ["-b:a 96k", "-b:a 128k", "-q:a 4"])
    func anywhere(rate: String) async throws {
        let fixture = try Fixture()
        let arguments = rate + " -write_xing 0 -id3v2_version 0"
        let first = try fixture.encode(rate: 48000, seconds: 1, arguments, as: "a.mp3")
        let second = try fixture.encode(rate: 48000, seconds: 2, arguments, as: "b.mp3")
        for start in stride(from: 3000, to: 6000, by: 61) {
            let decoded = await Decoded(DecodeSession(.holding(first, Array(second[start...]))))
            let peak = decoded.samples.map(abs).max() ?? 1
            #expect(peak < 0.65, "from byte \(start)")
            #expect(decoded.corrupt == 0, "from byte \(start)")
        }
    }

    @Test("a joint is noticed though the decoder was waiting for the next byte when it was marked")
    func whileWaiting() async throws {
        let fixture = try Fixture()
        let arguments = "-b:a 96k -write_xing 0 -id3v2_version 0"
        // Whole frames: what follows would fit.
        let first = Array(try fixture.encode(rate: 48000, seconds: 1, arguments, as: "a.mp3").prefix(288 * 40))
        let second = Array(try fixture.encode(rate: 48000, seconds: 1, arguments, as: "b.mp3")[4321...])
        let expected = await Decoded(DecodeSession(.holding(first, second))).samples
        for _ in 0..<10 {
            let buffer = TimeShiftBuffer.holding(first, isFinished: false)
            let session = DecodeSession(buffer)
            let feeding = Task {
                // The last frame is held until it is clear what follows.
                while session.decodedPosition.byte < first.count - 2 * 288 { await Task.yield() }
                try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
                buffer.markJoint()
                buffer.add(second)
                buffer.finish()
            }
            let decoded = await Decoded(session)
            await feeding.value
            let isSame = decoded.samples == expected
            #expect(isSame)
        }
    }
}
