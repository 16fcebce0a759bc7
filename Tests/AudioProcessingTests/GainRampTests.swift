import AudioProcessing
import Testing

struct GainRampTests {
    @Test func `goes in a straight line and stays at its end`() {
        let ramp = GainRamp(from: 1, to: 0, length: 4)
        #expect((0...6).map { ramp.gain(at: $0) } == [1, 0.75, 0.5, 0.25, 0, 0, 0])
    }

    @Test func `reaches its end at once without a length`() {
        #expect(GainRamp(from: 0, to: 1, length: 0).gain(at: 0) == 1)
    }

    @Test func `scales all channels of a frame alike`() {
        var samples: [Float] = [1, 2, 1, 2, 1, 2]
        unsafe samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe GainRamp(from: 1, to: 0, length: 2).apply(to: base, frames: 3, channels: 2)
        }
        #expect(samples == [1, 2, 0.5, 1, 0, 0])
    }

    @Test func `gives the same samples in pieces as in one`() {
        let ramp = GainRamp(from: 0.2, to: 0.9, length: 100)
        var whole = [Float](repeating: 0.7, count: 120)
        var pieces = whole
        unsafe whole.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe ramp.apply(to: base, frames: 120, channels: 1)
        }
        unsafe pieces.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe ramp.apply(to: base, frames: 37, channels: 1)
            unsafe ramp.apply(to: base + 37, frames: 83, channels: 1, at: 37)
        }
        #expect(whole == pieces)
    }

    @Test func `leaves samples as they are at full gain`() {
        var samples: [Float] = [0.1, -0.3, .leastNonzeroMagnitude]
        let before = samples
        unsafe samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe GainRamp(from: 1, to: 1, length: 0).apply(to: base, frames: 3, channels: 1)
        }
        #expect(samples == before)
    }
}
