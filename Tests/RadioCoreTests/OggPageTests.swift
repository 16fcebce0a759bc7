import Testing

@testable import RadioCore

struct OggPageTests {
    @Test func `finds pages whole, byte by byte and cut anywhere`() {
        let stream =
            page(serial: 7, sequence: 0, flags: 2, payload: [1, 2, 3])
            + page(serial: 7, sequence: 1, flags: 0, payload: [UInt8](repeating: 9, count: 700), granule: 4800)
            + page(serial: 7, sequence: 2, flags: 4, payload: [])
        let whole = scan([stream])
        #expect(whole.pages.map(\.sequence) == [0, 1, 2])
        #expect(whole.pages.map(\.position) == [0, 31, 31 + 30 + 700])
        #expect(whole.pages.map(\.isFirst) == [true, false, false])
        #expect(whole.pages.map(\.isLast) == [false, false, true])
        #expect(whole.pages[1].granule == 4800)
        #expect(whole.ended == whole.pages)
        #expect(whole.payload == [1, 2, 3] + [UInt8](repeating: 9, count: 700))
        #expect(scan(stream.map { [$0] }) == whole)
        for cut in 0...stream.count {
            #expect(scan([Array(stream[..<cut]), Array(stream[cut...])]) == whole, "cut at \(cut)")
        }
    }

    @Test func `finds the next page behind garbage that looks like one`() {
        let garbage = Array("xxOggOggSjunkOggS".utf8) + [0, 0xff]
        let result = scan([garbage + page(serial: 1, sequence: 5, flags: 0, payload: [4])])
        #expect(result.pages.map(\.position) == [garbage.count])
        #expect(result.payload == [4])
        #expect(result.skipped == garbage.count)
    }

    @Test func `counts positions from where it begins`() {
        let result = scan([page(serial: 1, sequence: 5, flags: 1, payload: [4])], from: 1000)
        #expect(result.pages.map(\.position) == [1000])
        #expect(result.pages.map(\.end) == [1029])
        #expect(result.pages.map(\.isContinued) == [true])
    }

    @Test func `cuts a segment table into pieces of packets`() throws {
        let head = pageHead(serial: 1, sequence: 0, flags: 0, granule: -1, segments: [255, 10, 0, 255, 0, 255])
        let page = try #require(OggPage(head: head, position: 0))
        #expect(page.pieces.map(\.length) == [265, 0, 255, 255])
        #expect(page.pieces.map(\.endsPacket) == [true, true, true, false])
        #expect(page.granule == -1)
    }

    @Test func `refuses a head that is not whole`() {
        let head = pageHead(serial: 1, sequence: 0, flags: 0, granule: 0, segments: [1, 2])
        #expect(OggPage(head: Array(head.dropLast()), position: 0) == nil)
        #expect(OggPage(head: head + [0], position: 0) == nil)
        #expect(OggPage(head: [], position: 0) == nil)
    }

    private struct Result: Equatable {
        var pages: [OggPage] = []
        var ended: [OggPage] = []
        var payload: [UInt8] = []
        var skipped = 0
    }

    private func scan(_ pieces: [[UInt8]], from position: Int = 0) -> Result {
        var scanner = OggPageScanner(position: position)
        var result = Result()
        for piece in pieces {
            // Safe: bytes have no padding.
            unsafe scanner.feed(piece.span.bytes) { finding in
                switch finding {
                case .page(let page): result.pages.append(page)
                case .payload(let range): result.payload += piece[range]
                case .pageEnd(let page): result.ended.append(page)
                }
            }
        }
        result.skipped = scanner.skipped
        return result
    }

    private func page(
        serial: UInt32, sequence: UInt32, flags: UInt8, payload: [UInt8], granule: Int64 = 0
    ) -> [UInt8] {
        let lacing =
            payload.isEmpty
            ? [] : [UInt8](repeating: 255, count: payload.count / 255) + [UInt8(payload.count % 255)]
        return pageHead(serial: serial, sequence: sequence, flags: flags, granule: granule, segments: lacing) + payload
    }

    private func pageHead(
        serial: UInt32, sequence: UInt32, flags: UInt8, granule: Int64, segments: [UInt8]
    ) -> [UInt8] {
        Array("OggS".utf8) + [0, flags] + bytes(of: UInt64(bitPattern: granule), count: 8)
            + bytes(of: UInt64(serial), count: 4) + bytes(of: UInt64(sequence), count: 4) + [0, 0, 0, 0]
            + [UInt8(segments.count)] + segments
    }

    private func bytes(of value: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
