extension TimeCode {
    /// A part of a recording in which the code goes on without a break.
    package struct Stretch: Equatable, Sendable, CustomStringConvertible {
        /// From when to when it is heard, in seconds of the recording.
        package var heard: Range<Double>
        /// The code's own time at its start, in seconds from 0 up to the period.
        package var code: Double

        /// The code's own time at its end; may be past the period.
        package var codeEnd: Double { code + heard.upperBound - heard.lowerBound }

        package var description: String {
            "[heard \(milliseconds(heard.lowerBound))-\(milliseconds(heard.upperBound)) ms,"
                + " code from \(milliseconds(code)) ms]"
        }

        private func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }
    }

    /// What lies between two stretches, in milliseconds.
    package struct Break: Equatable, Sendable {
        /// Silence between them.
        package let silence: Double
        /// Code that was left out if positive, heard again if negative.
        package let missing: Double
    }

    /// What a recording holds.
    package struct Analysis: Sendable, CustomStringConvertible {
        /// Its parts, in the order in which they are heard.
        package let stretches: [Stretch]
        /// Between each part and the next.
        package var breaks: [Break] {
            zip(stretches, stretches.dropFirst()).map { before, after in
                let gap = (after.code - before.codeEnd).remainder(dividingBy: period)
                return Break(
                    silence: (after.heard.lowerBound - before.heard.upperBound) * 1000, missing: gap * 1000)
            }
        }
        /// Whether the code is heard once, in order, without a break, from its first sound to its last.
        package var isUnbroken: Bool { stretches.count == 1 }
        package var description: String { "\(stretches) \(breaks)" }
    }

    /// Finds where the code goes on, stops and jumps. Jumps of less than 15 ms are not seen.
    package func analyse(_ samples: [Float], rate: Int) -> Analysis {
        Analysis(stretches: Self.stretches(of: Self.runs(of: decode(samples, rate: rate))))
    }

    /// One slot as it was heard, with what is before and after it.
    private struct Run {
        let slot: Int
        var start: Double
        var end: Double
        /// Whether silence lies before it.
        let followsSilence: Bool

        /// Code time minus recording time, if the slot's beginning is at `time`.
        func offset(startingAt time: Double) -> Double { Double(slot) * slotLength - time }
    }

    private static let tolerance = 0.015
    /// A slot must be read this often to count: fewer are two that meet and look like a third.
    private static let leastReadings = 2

    private static func runs(of readings: [Reading]) -> [Run] {
        var runs: [Run] = []
        var silence = 0
        var index = 0
        while index < readings.count {
            let length = readings[index...].prefix { $0 == readings[index] }.count
            switch readings[index] {
            case .silence where length >= leastReadings: silence += length
            case .slot(let slot) where length >= leastReadings:
                let start = (Double(index) - 0.5) * hop
                add(
                    Run(slot: slot, start: start, end: start + Double(length) * hop, followsSilence: silence > 0),
                    to: &runs)
                silence = 0
            default: break
            }
            index += length
        }
        return runs
    }

    private static func add(_ run: Run, to runs: inout [Run]) {
        guard let last = runs.last, !run.followsSilence else { return runs.append(run) }
        if last.slot == run.slot {
            runs[runs.count - 1].end = run.end
        } else {
            // What is unclear between two slots belongs half to each.
            let middle = (last.end + run.start) / 2
            runs[runs.count - 1].end = middle
            runs.append(Run(slot: run.slot, start: middle, end: run.end, followsSilence: false))
        }
    }

    private static func stretches(of runs: [Run]) -> [Stretch] {
        var stretches: [Stretch] = []
        for (index, run) in runs.enumerated() {
            let previous = index > 0 && !run.followsSilence ? runs[index - 1] : nil
            let next = index + 1 < runs.count && !runs[index + 1].followsSilence ? runs[index + 1] : nil
            for piece in pieces(of: run, previous: previous, next: next) {
                join(piece, to: &stretches, isAdjacent: previous != nil || piece.heard.lowerBound > run.start)
            }
        }
        return stretches
    }

    /// A run placed in code time by its neighbours: once, or in two halves when they disagree.
    private static func pieces(of run: Run, previous: Run?, next: Run?) -> [Stretch] {
        let start = previous.flatMap { follows(run.slot, $0.slot) ? run.offset(startingAt: run.start) : nil }
        let end = next.flatMap { follows($0.slot, run.slot) ? run.offset(startingAt: run.end - slotLength) : nil }
        let middle = (run.start + run.end) / 2
        switch (start, end) {
        case (let start?, let end?) where abs(start - end) > tolerance:
            return [stretch(run.start..<middle, offset: start), stretch(middle..<run.end, offset: end)]
        case (let start?, let end?): return [stretch(run.start..<run.end, offset: (start + end) / 2)]
        default:
            let alone = run.offset(startingAt: middle - slotLength / 2)
            return [stretch(run.start..<run.end, offset: start ?? end ?? alone)]
        }
    }

    private static func follows(_ slot: Int, _ previous: Int) -> Bool { (previous + 1) % slotCount == slot }

    private static func stretch(_ heard: Range<Double>, offset: Double) -> Stretch {
        let code = (heard.lowerBound + offset).truncatingRemainder(dividingBy: period)
        return Stretch(heard: heard, code: code < -tolerance ? code + period : code)
    }

    private static func join(_ piece: Stretch, to stretches: inout [Stretch], isAdjacent: Bool) {
        guard isAdjacent, let last = stretches.last,
            abs((piece.code - last.codeEnd).remainder(dividingBy: period)) < tolerance
        else { return stretches.append(piece) }
        stretches[stretches.count - 1].heard = last.heard.lowerBound..<piece.heard.upperBound
    }
}
