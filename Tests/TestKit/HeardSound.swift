/// A piece of a recording, judged by ear: where it sounds, and whether anything in it clicks.
package struct HeardSound: Sendable {
    /// The samples of one channel.
    package let samples: [Float]
    /// The frame of the recording at which they begin.
    package let start: Int
    /// The stretches of sound between stretches of digital silence of 5 ms or more, in frames of the recording.
    package let spans: [Range<Int>]

    private static let rate = PulseRecorder.sampleRate
    /// Zeros for so long are silence, not a crossing.
    private static let leastSilence = rate / 200

    /// Judges `samples`, which begin at frame `start` of a recording.
    package init(_ samples: [Float], from start: Int = 0) {
        self.samples = samples
        self.start = start
        var spans: [Range<Int>] = []
        for index in samples.indices where samples[index] != 0 {
            if let last = spans.last, index - last.upperBound < Self.leastSilence {
                spans[spans.count - 1] = last.lowerBound..<index + 1
            } else {
                spans.append(index..<index + 1)
            }
        }
        self.spans = spans.map { $0.lowerBound + start..<$0.upperBound + start }
    }

    /// The largest difference between neighbouring samples, and where.
    package var largestStep: (step: Float, frame: Int) {
        let largest = TimeCode.largestStep(samples)
        return (largest.step, largest.index + start)
    }

    /// The loudest sample within a millisecond of where a sound begins or ends; a fade of 20 ms is at a twentieth of the
    /// signal there.
    package var hardestEdge: Float {
        let near = Self.rate / 1000
        var loudest: Float = 0
        for span in spans {
            if span.lowerBound > start { loudest = max(loudest, peak(span.lowerBound..<span.lowerBound + near)) }
            if span.upperBound < end { loudest = max(loudest, peak(span.upperBound - near..<span.upperBound)) }
        }
        return loudest
    }

    /// The frame of the recording behind the last sample.
    package var end: Int { start + samples.count }

    /// The loudest sample of a range of the recording's frames.
    package func peak(_ range: Range<Int>) -> Float {
        samples[range.clamped(to: start..<end).lowerBound - start..<range.clamped(to: start..<end).upperBound - start]
            .map(abs).max() ?? 0
    }

    /// A part of it.
    package func part(_ range: Range<Int>) -> HeardSound {
        let range = range.clamped(to: start..<end)
        return HeardSound(Array(samples[range.lowerBound - start..<range.upperBound - start]), from: range.lowerBound)
    }
}

extension PulseRecorder {
    /// What was heard on the left from frame `start` on.
    package func heard(from start: Int = 0) -> HeardSound { HeardSound(left(from: start), from: start) }
}
