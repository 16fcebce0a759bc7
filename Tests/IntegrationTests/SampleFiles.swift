import Foundation
import Synchronization

/// 16-bit samples, to be searched.
struct Samples {
    let values: [Int16]

    /// Samples in the machine's order.
    init(_ bytes: [UInt8]) {
        values = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
        }
    }

    /// Where `stretch` begins in here, if it is here as it is.
    func place(of stretch: [Int16]) -> Int? {
        guard let first = stretch.first, stretch.count <= values.count else { return nil }
        return (0...values.count - stretch.count).first { place in
            values[place] == first && values[place..<place + stretch.count].elementsEqual(stretch)
        }
    }
}

/// A plain WAV file as a reader sees it that believes the header.
struct Wave {
    let channels: Int
    let rate: Int
    let bits: Int
    /// The samples' bytes.
    let data: [UInt8]

    /// The samples of a file of 16 bits.
    var samples: [Int16] { Samples(data).values }

    /// Reads the file at `path`; throws where the header does not fit the file.
    init(contentsOf path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var chunks: [String: [UInt8]] = [:]
        var place = 12
        guard bytes.count > 12, bytes[8..<12].elementsEqual("WAVE".utf8) else { throw BadWave(path: path) }
        while place + 8 <= bytes.count {
            let size = Self.number(bytes[(place + 4)...].prefix(4))
            guard place + 8 + size <= bytes.count else { throw BadWave(path: path) }
            chunks[String(decoding: bytes[place..<place + 4], as: UTF8.self)] = Array(
                bytes[(place + 8)...].prefix(size))
            // Behind the samples may lie what was written since the header was last made right.
            if chunks["data"] != nil { break }
            place += 8 + size + size % 2
        }
        guard let format = chunks["fmt "], format.count >= 16, let data = chunks["data"] else {
            throw BadWave(path: path)
        }
        channels = Self.number(format[2..<4])
        rate = Self.number(format[4..<8])
        bits = Self.number(format[14..<16])
        self.data = data
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// A WAV file that is none.
struct BadWave: Error {
    let path: String
}

/// Counts bytes from any thread.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var total: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.add(count, ordering: .relaxed) }
}
