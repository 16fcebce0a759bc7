import TestKit
import Testing

/// The programme of the scripted stations.
struct EndlessProgrammeTests {
    private let size = EndlessProgramme.frameSize

    @Test func `no frame of a night is like another`() async throws {
        let programme = try await EndlessProgramme()
        // Two hours of one run and the beginning of another.
        let bytes = programme.bytes(0..<200_000 * size, run: 0) + programme.bytes(0..<1000 * size, run: 1)
        let frames = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<$0 + size] }
        #expect(Set(frames).count == frames.count)
    }

    @Test func `any range is cut from the same whole`() async throws {
        let programme = try await EndlessProgramme()
        let whole = programme.bytes(0..<10 * size, run: 2)
        for range in [0..<1, 143..<145, 1..<1000, 700..<701, 5..<5] {
            #expect(programme.bytes(range, run: 2) == Array(whole[range]))
        }
    }

    @Test func `it is decoded without a fault`() async throws {
        let programme = try await EndlessProgramme()
        let directory = try PrivateDirectory()
        let path = try directory.write(programme.bytes(0..<1000 * size, run: 0), to: "programme.mp3")
        let sound = try await ChildProcess.run(
            "ffmpeg", ["-nostdin", "-xerror", "-loglevel", "error", "-i", path, "-f", "s16le", "-"])
        #expect(sound.count >= 990 * 576 * 2)
    }
}
