/// Makes HE-AAC of AAC-LC, which no encoder of Debian's does: each frame gets a fill element that carries spectral band
/// replication (ISO/IEC 14496-3, 4.4.2.8), with an upper band that is as good as silent.
///
/// Only who decodes a frame learns of it: the ADTS header goes on naming half the rate, and for one channel that
/// parametric stereo makes two of, one.
enum BandReplication {
    /// `stream`, whole ADTS frames without checksums, with the fill element in each frame.
    static func added(to stream: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = stream[...]
        while rest.count > headerLength {
            let length =
                Int(rest[rest.startIndex + 3] & 3) << 11 | Int(rest[rest.startIndex + 4]) << 3
                | Int(rest[rest.startIndex + 5]) >> 5
            let header = Array(rest.prefix(headerLength))
            result += frame(header, bits: bits(of: rest.prefix(length).dropFirst(headerLength)))
            rest = rest.dropFirst(length)
        }
        return result
    }

    private static let headerLength = 7
    /// Bytes of the fill element, four bits of its type included: what is not named below is zeros, which say "one
    /// envelope, no difference from band to band".
    private static let payloadLength = 14

    private static func frame(_ header: [UInt8], bits: [Bool]) -> [UInt8] {
        // What ends a frame is three ones, and zeros up to a whole byte.
        var bits =
            Array(bits.prefix((bits.lastIndex(of: true) ?? 2) - 2)) + fillElement + Array(repeating: true, count: 3)
        bits += Array(repeating: false, count: (8 - bits.count % 8) % 8)
        let body = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var header = header
        let length = header.count + body.count
        header[3] = header[3] & 0xFC | UInt8(length >> 11)
        header[4] = UInt8(length >> 3 & 0xFF)
        header[5] = header[5] & 0x1F | UInt8(length & 7) << 5
        return header + body
    }

    private static var fillElement: [Bool] {
        var bits: [Bool] = []
        func put(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        put(6, 3)
        put(payloadLength, 4)
        put(0xD, 4)
        // A header: fine amplitudes, and where the upper band starts and stops.
        put(1, 1)
        put(1, 1)
        put(5, 4)
        put(9, 4)
        put(0, payloadLength * 8 - 14)
        return bits
    }

    private static func bits(of bytes: some Sequence<UInt8>) -> [Bool] {
        bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 == 1 } }
    }
}
