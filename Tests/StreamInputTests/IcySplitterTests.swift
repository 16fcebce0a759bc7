import Testing

@testable import StreamInput

struct IcySplitterTests {
    @Test func `separates audio and blocks however the bytes come`() {
        let body =
            [1, 2, 3, 4] + block("StreamTitle='a';") + [5, 6, 7, 8, 0, 9, 10, 11, 12] + block("StreamTitle='bc';")
            + [13, 14]
        let result = drip(body) { split($0, metaint: 4) }
        #expect(result.audio == Array(1...14))
        #expect(result.blocks.map(\.audioBefore) == [4, 12])
        #expect(
            result.blocks.map { String(decoding: $0.text.prefix { $0 != 0 }, as: UTF8.self) } == [
                "StreamTitle='a';", "StreamTitle='bc';",
            ])
    }

    @Test func `gives the same for two bodies' bytes as for one after the other`() {
        let piece = [1, 2] + block("StreamTitle='a';") + [3, 4, 0]
        let once = split([piece], metaint: 2)
        let twice = split([piece + piece], metaint: 2)
        #expect(twice.audio == once.audio + once.audio)
        #expect(twice.blocks.map(\.text) == once.blocks.map(\.text) + once.blocks.map(\.text))
    }

    @Test(arguments: [nil, 0, -1, Int.min] as [Int?])
    func `takes everything for audio without a metaint that makes sense`(metaint: Int?) {
        let body = [UInt8](0...255)
        #expect(drip(body) { split($0, metaint: metaint) } == Split(audio: body))
    }

    @Test func `takes everything for audio before a metaint that is never reached`() {
        let body = [UInt8](0...255)
        #expect(drip(body) { split($0, metaint: .max) } == Split(audio: body))
    }

    @Test func `takes the largest block, and one after each byte`() {
        let text = [UInt8](repeating: 0x41, count: 4080)
        let result = drip([1, 255] + text + [2, 0, 3], cutsEvery: 97) { split($0, metaint: 1) }
        #expect(result.audio == [1, 2, 3])
        #expect(result.blocks.map(\.text) == [text])
    }

    private struct Split: Equatable {
        struct Block: Equatable {
            var text: [UInt8]
            var audioBefore: Int
        }

        var audio: [UInt8] = []
        var blocks: [Block] = []
    }

    private func split(_ pieces: [[UInt8]], metaint: Int?) -> Split {
        var splitter = IcySplitter(metaint: metaint)
        var result = Split()
        for piece in pieces {
            // Safe: bytes have no padding.
            unsafe splitter.feed(piece.span.bytes) { found in
                switch found {
                case .audio(let range): result.audio += piece[range]
                case .block(let text): result.blocks.append(.init(text: text, audioBefore: result.audio.count))
                }
            }
        }
        return result
    }
}

/// An ICY block: the length byte, the text, the padding.
func block(_ text: String) -> [UInt8] {
    let count = (text.utf8.count + 15) / 16
    return [UInt8(count)] + Array(text.utf8) + [UInt8](repeating: 0, count: count * 16 - text.utf8.count)
}
