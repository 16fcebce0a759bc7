/// The coded signal of the tests: the right channel is always a half, and the left tells the frame; so both the gain
/// and the frame can be read from what is heard.
enum CodedSignal {
    static let scale: Float = 2_097_152

    static func left(_ frame: Int) -> Float { Float(frame) / scale }
    static let right: Float = 0.5
}

/// One recorded frame, decoded: with which gain, and which frame of the source where that is loud enough to tell.
struct HeardFrame {
    let gain: Float
    let frame: Int?

    init(left: Float, right: Float) {
        gain = right / CodedSignal.right
        frame = gain > 0.02 ? Int((left / gain * CodedSignal.scale).rounded()) : nil
    }
}

/// What was heard, frame by frame.
struct HeardFrames {
    let frames: [HeardFrame]

    init(left: [Float], right: [Float]) {
        frames = zip(left, right).map { HeardFrame(left: $0, right: $1) }
    }

    /// The largest step of the gain from one frame to the next.
    var largestStep: Float {
        zip(frames, frames.dropFirst()).map { abs($0.gain - $1.gain) }.max() ?? 0
    }

    /// Runs of consecutive frames of the source: first and last frame, and where the run begins in the recording.
    var runs: [(first: Int, last: Int, at: Int)] {
        var runs: [(first: Int, last: Int, at: Int)] = []
        var isOpen = false
        for (position, heard) in frames.enumerated() {
            guard let frame = heard.frame else {
                isOpen = false
                continue
            }
            if isOpen, let last = runs.last?.last, abs(frame - last - 1) <= (heard.gain > 0.9 ? 0 : 2) {
                runs[runs.count - 1].last = last + 1
            } else {
                runs.append((frame, frame, position))
            }
            isOpen = true
        }
        return runs
    }

    /// The last recorded frame that is not silent.
    var lastSound: Int? { frames.lastIndex { $0.gain > 0.001 } }
}
