import Testing

@testable import Network

struct RangedBodyTests {
    private let resource: [UInt8] = Array(0..<20)

    /// What comes of `sent`, in pieces of `step` bytes, and whether that is all that was wanted.
    private func collect(
        _ sent: [UInt8], _ range: Range<Int>?, isWhole: Bool, limit: Int = 100, step: Int
    ) -> (bytes: [UInt8], last: RangedBody.Verdict, isSufficient: Bool) {
        var body = RangedBody(range: range, isWhole: isWhole, limit: limit)
        var last = RangedBody.Verdict.more
        for start in stride(from: 0, to: sent.count, by: step) where last == .more {
            // Safe: bytes have no padding.
            last = body.take(unsafe Array(sent[start..<min(sent.count, start + step)]).span.bytes)
        }
        return (body.bytes, last, body.isSufficient)
    }

    @Test(arguments: [1, 3, 7, 20])
    func `takes the range out of whatever a server sends`(step: Int) {
        let whole = collect(resource, 4..<11, isWhole: true, step: step)
        #expect(whole.bytes == Array(4..<11) && whole.last == .complete)
        let part = collect(Array(4..<11), 4..<11, isWhole: false, step: step)
        #expect(part.bytes == Array(4..<11) && part.last == .complete)
        let more = collect(Array(4..<20), 4..<11, isWhole: false, step: step)
        #expect(more.bytes == Array(4..<11) && more.last == .complete)
        let all = collect(resource, nil, isWhole: true, step: step)
        #expect(all.bytes == resource && all.last == .more && all.isSufficient)
    }

    @Test func `knows when the range is not all there`() {
        #expect(!collect(Array(resource.prefix(10)), 4..<11, isWhole: true, step: 4).isSufficient)
        #expect(!collect(resource, 18..<25, isWhole: true, step: 4).isSufficient)
        #expect(!collect([], 0..<1, isWhole: false, step: 4).isSufficient)
    }

    @Test(arguments: [1, 7, 20])
    func `never takes more than its limit`(step: Int) {
        #expect(collect(resource, nil, isWhole: true, limit: 20, step: step).last == .more)
        let large = collect(resource, nil, isWhole: true, limit: 19, step: step)
        #expect(large.last == .overflow && large.bytes.count <= 19)
        // What is left out does not count.
        #expect(collect(resource, 10..<15, isWhole: true, limit: 5, step: step).last == .complete)
    }
}
