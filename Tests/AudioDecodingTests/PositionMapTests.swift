import Testing

@testable import AudioDecoding

struct PositionMapTests {
    @Test("an empty map knows nothing")
    func empty() {
        let map = PositionMap()
        #expect(map.byte(ofFrame: 0) == nil)
        #expect(map.frame(ofByte: 0) == nil)
        #expect(map.bytesPerSecond(sampleRate: 48000) == nil)
    }

    @Test("frames lead to the packet that made them, bytes to the packet at or behind them")
    func lookUp() {
        var map = PositionMap()
        for packet in 0..<5 { map.append(byte: 100 + packet * 10, frame: packet * 1000, sampleRate: 48000) }
        #expect(map.byte(ofFrame: -1) == nil)
        #expect(map.byte(ofFrame: 0) == 100)
        #expect(map.byte(ofFrame: 999) == 100)
        #expect(map.byte(ofFrame: 1000) == 110)
        #expect(map.byte(ofFrame: 99999) == 140)
        #expect(map.frame(ofByte: 0) == 0)
        #expect(map.frame(ofByte: 101) == 1000)
        #expect(map.frame(ofByte: 140) == 4000)
        #expect(map.frame(ofByte: 141) == nil)
    }

    @Test("packets of one page are one entry, and packets that come too thick are thinned out")
    func thinned() {
        var map = PositionMap()
        for frame in [0, 960, 1920] { map.append(byte: 7, frame: frame, sampleRate: 48000) }
        #expect(map.count == 1)
        map.append(byte: 8, frame: 100, sampleRate: 48000)
        #expect(map.count == 1)
        map.append(byte: 9, frame: 2880, sampleRate: 48000)
        #expect(map.count == 2)
    }

    @Test("three minutes are kept, and the oldest go first")
    func bounded() {
        var map = PositionMap()
        // The shortest packets that are entered one by one.
        let length = 48000 / 90 + 1
        let packets = PositionMap.capacity + 1000
        for packet in 0..<packets { map.append(byte: packet, frame: packet * length, sampleRate: 48000) }
        #expect(map.count == PositionMap.capacity)
        #expect(map.first == PositionMap.Entry(byte: 1000, frame: 1000 * length))
        #expect(map.last == PositionMap.Entry(byte: packets - 1, frame: (packets - 1) * length))
        #expect(map.byte(ofFrame: 999 * length) == nil)
        #expect(map.byte(ofFrame: 1500 * length) == 1500)
        #expect(map.frame(ofByte: 2000) == 2000 * length)
        #expect(PositionMap.capacity * length / 48000 >= 180)
    }

    @Test("watched positions are answered once, in order")
    func board() {
        let board = PositionBoard(start: 50)
        #expect(board.decoded == (50, 0))
        #expect(board.watch(300) == nil)
        #expect(board.watch(100) == nil)
        #expect(Array(board.enter(byte: 90, frame: 0, sampleRate: 48000)) == [])
        #expect(Array(board.enter(byte: 110, frame: 1000, sampleRate: 48000)) == [100])
        #expect(board.watch(95) == 1000)
        #expect(Array(board.enter(byte: 400, frame: 2000, sampleRate: 48000)) == [300])
        #expect(board.byte(ofFrame: 1000) == nil)
        board.setEnd(3000)
        #expect(board.byte(ofFrame: 1000) == 110)
        #expect(board.decoded == (400, 2000))
    }
}
