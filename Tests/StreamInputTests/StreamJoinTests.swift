import RadioCore
import Rings
import Testing

@testable import StreamInput

/// Connections that follow each other into one buffer.
private final class Joint {
    let buffer = TimeShiftBuffer(limit: 1 << 20)
    private(set) var findings: [StreamBody.Finding] = []
    private var body: StreamBody?

    /// Another connection begins, with an ICY block after each `metaint` bytes.
    func connect(metaint: Int? = nil, joins: Bool = true) {
        body = StreamBody(
            position: buffer.held.upperBound, metaint: metaint, charset: nil, head: StreamHead(url: ""),
            held: joins ? buffer.newest(1 << 20) : nil)
    }

    /// It brings `bytes`, in pieces of `size`.
    func bring(_ bytes: [UInt8], by size: Int = 1400) {
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(bytes.count, start + size)])
            // Safe: bytes have no padding.
            let stop = unsafe body?.take(piece.span.bytes, into: buffer, findings: &findings)
            #expect(stop == nil)
        }
    }

    func joinByTime(_ elapsed: Duration, outage: Duration, rate: Double) {
        _ = body?.joinByTime(elapsed: elapsed, outage: outage, rate: rate, into: buffer, findings: &findings)
    }

    var isUnplaced: Bool { body?.isUnplaced == true }
    var held: [UInt8] { buffer.newest(1 << 20) }
    var titles: [String] {
        findings.compactMap { if case .title(let title, let at) = $0 { "\(title.text) at \(at)" } else { nil } }
    }
    var splices: [StreamBody.Finding] { findings.filter { if case .splice = $0 { true } else { false } } }
}

/// `audio` with an ICY block after each `metaint` bytes: the title there, or none.
private func icy(_ audio: [UInt8], metaint: Int, titles: [Int: String]) -> [UInt8] {
    var out: [UInt8] = []
    for (index, start) in stride(from: 0, to: audio.count, by: metaint).enumerated() {
        let piece = audio[start..<min(audio.count, start + metaint)]
        out += piece
        guard piece.count == metaint else { break }
        out += titles[index].map { block("StreamTitle='\($0)';") } ?? [0]
    }
    return out
}

struct StreamJoinTests {
    private let stream = noise(40_000)

    @Test(arguments: [1, 333, 1400, 65_536])
    func `a burst that repeats what is held goes on exactly behind it`(piece: Int) {
        let joint = Joint()
        joint.connect(joins: false)
        joint.bring(Array(stream[..<20_011]))
        joint.connect()
        joint.bring(Array(stream[9000...]), by: piece)
        #expect(joint.held == stream)
        #expect(joint.splices == [.splice(Splice(.exact), position: 20_011)])
        #expect(joint.buffer.joint(after: 0) == nil, "the decoder has nothing to notice")
    }

    @Test func `a connection lost again before its place is known changes nothing`() {
        let joint = Joint()
        joint.connect(joins: false)
        joint.bring(Array(stream[..<20_011]))
        joint.connect()
        joint.bring(Array(stream[9000..<15_000]))
        joint.connect()
        #expect(joint.held.count == 20_011)
        joint.bring(Array(stream[12_000...]))
        #expect(joint.held == stream && joint.splices.count == 1)
    }

    @Test func `titles of the part that is held are known, but for one that changed meanwhile`() {
        let joint = Joint()
        joint.connect(metaint: 4000, joins: false)
        joint.bring(icy(Array(stream[..<20_011]), metaint: 4000, titles: [0: "a", 2: "b"]))
        #expect(joint.titles == ["a at 4000", "b at 12000"])
        joint.connect(metaint: 4000)
        // Blocks lie elsewhere now: at 13000, 17000, 21000.
        joint.bring(icy(Array(stream[9000...]), metaint: 4000, titles: [0: "a", 1: "b", 2: "c"]))
        #expect(joint.held == stream)
        #expect(joint.titles == ["a at 4000", "b at 12000", "b at 20011", "c at 21000"])
    }

    @Test func `headers that each connection begins with are not heard twice`() {
        let headers = OggBuilder.opusHeaders(serial: 7, ["TITLE=a"])
        let pages = (0..<40).flatMap {
            OggBuilder.page(serial: 7, sequence: 2 + UInt32($0), [noise(300, seed: UInt64($0))])
        }
        let joint = Joint()
        joint.connect(joins: false)
        joint.bring(headers + pages[..<5007])
        joint.connect()
        joint.bring(headers + pages[(328 * 7)...])
        #expect(joint.held == headers + pages)
        #expect(joint.findings.count == 2, "the headers once, and the splice")
    }

    @Test func `another link is joined where it begins`() {
        let first = OggBuilder.opusHeaders(serial: 7, ["TITLE=a"])
        let second = OggBuilder.opusHeaders(serial: 8, ["TITLE=b"])
        let pages = (0..<20).flatMap {
            OggBuilder.page(serial: 7, sequence: 2 + UInt32($0), [noise(300, seed: UInt64($0))])
        }
        let more = (0..<20).flatMap {
            OggBuilder.page(serial: 8, sequence: 2 + UInt32($0), [noise(300, seed: 100 + UInt64($0))])
        }
        let all = pages + second + more
        let joint = Joint()
        joint.connect(joins: false)
        joint.bring(first + all[..<6000])
        joint.connect()
        joint.bring(first + all[(328 * 9)...])
        #expect(joint.held == first + all)
        #expect(
            joint.findings.last
                == .header(
                    CodecHeader(
                        codec: .opus, position: first.count + pages.count,
                        end: first.count + pages.count + second.count,
                        bytes: second, title: InBandTitle(source: .vorbisComment, title: "b", text: "b"))))
    }

    @Test func `what has nothing in common is joined by time, behind its headers`() {
        let joint = Joint()
        joint.connect(joins: false)
        joint.bring(noise(20_000, seed: 5))
        let headers = OggBuilder.opusHeaders(serial: 7, ["TITLE=a"])
        joint.connect()
        joint.bring(headers + stream)
        #expect(joint.isUnplaced && joint.held.count == 20_000, "nothing is appended before it is placed")
        joint.joinByTime(.milliseconds(500), outage: .seconds(1), rate: 10_000)
        // 4 s came in half a second, of which 2.5 s are known.
        #expect(joint.buffer.joint(after: 0) == 20_000)
        #expect(Array(joint.held[20_000...]) == headers + stream[25_000...])
        #expect(joint.splices == [.splice(Splice(.byTime), position: 20_000)])
        joint.bring(noise(100, seed: 6))
        #expect(joint.held.suffix(100) == noise(100, seed: 6)[...])
    }
}
