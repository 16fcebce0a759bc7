/// The body of one answer of a scripted server: its audio with garbage where a fault wants some, and ICY blocks. Pure.
struct ScriptedBody: Sendable {
    /// Sound that a listener gets from a piece.
    struct Sound: Hashable, Sendable {
        /// Of which run of the encoder.
        var run: Int
        /// Which of its bytes.
        var range: Range<Int>
        /// How many of them are garbage.
        var garbage: Int
    }

    /// libcurl hands over no more at once (`CURL_MAX_WRITE_SIZE`).
    static let pieceLimit = 16 << 10

    let run: ScriptedServer.Run
    private let server: ScriptedServer
    private let metaint: Int?
    private var position: Int
    private var garbageLeft = 0
    private var random: SeededRandom
    private var sinceBlock = 0
    private var toldTitle: Int?
    private var bytes: [UInt8] = []
    private var sound: Sound?

    /// A body that begins with the byte `position` of `run`.
    init(_ server: ScriptedServer, run: ScriptedServer.Run, from position: Int, icy: Bool) {
        self.server = server
        self.run = run
        self.position = position
        metaint = icy ? server.metaint : nil
        random = SeededRandom(seed: UInt64(position))
    }

    /// What is to be handed over next; `nil` when all that was made has been taken.
    var piece: ArraySlice<UInt8>? { bytes.isEmpty ? nil : bytes.prefix(Self.pieceLimit) }

    /// The piece was taken; returns the sound that is complete with it.
    mutating func take() -> Sound? {
        bytes.removeFirst(min(Self.pieceLimit, bytes.count))
        guard bytes.isEmpty else { return nil }
        defer { sound = nil }
        return sound
    }

    /// The next `count` bytes of audio are to be garbage.
    mutating func spoil(_ count: Int) { garbageLeft += count }

    /// Adds the audio up to byte `end`, but no more than `most` bytes of it.
    mutating func make(upTo end: Int, most: Int = .max) {
        let count = min(end - position, most)
        guard count > 0 else { return }
        var audio = server.programme.bytes(position..<position + count, run: run.number)
        let garbage = min(garbageLeft, count)
        for place in 0..<garbage { audio[place] = UInt8.random(in: 0...255, using: &random) }
        garbageLeft -= garbage
        note(Sound(run: run.number, range: position..<position + count, garbage: garbage))
        wrap(audio)
        position += count
    }

    private mutating func note(_ new: Sound) {
        let before = sound
        sound = Sound(
            run: new.run, range: (before?.range.lowerBound ?? new.range.lowerBound)..<new.range.upperBound,
            garbage: (before?.garbage ?? 0) + new.garbage)
    }

    /// Adds `audio` with the blocks that fall into it.
    private mutating func wrap(_ audio: [UInt8]) {
        guard let metaint else { return bytes += audio }
        var rest = audio[...]
        while !rest.isEmpty {
            let count = min(rest.count, metaint - sinceBlock)
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count)
            sinceBlock += count
            guard sinceBlock == metaint else { continue }
            sinceBlock = 0
            bytes += block(at: position + audio.count - rest.count)
        }
    }

    /// The block before the audio byte `place`: a title where another one holds than was told.
    private mutating func block(at place: Int) -> [UInt8] {
        let seconds = Int(server.titleLength / .seconds(1))
        let title = place / (seconds * EndlessProgramme.bytesPerSecond)
        guard title != toldTitle else { return [0] }
        toldTitle = title
        let text = Array("StreamTitle='Run \(run.number) - Song \(title)';".utf8)
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + Array(repeating: 0, count: units * 16 - text.count)
    }
}
