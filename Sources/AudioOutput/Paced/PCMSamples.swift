import Glibc

/// Floats as integers, as FFmpeg's resampler makes them: scaled, rounded to the nearest even, clipped; no dither.
enum PCMSamples {
    /// Appends `count` samples in `bytesPerSample` (2 or 3) little-endian bytes each.
    static func append(
        _ samples: UnsafePointer<Float>, count: Int, bytesPerSample: Int, to bytes: inout [UInt8]
    ) {
        let scale: Float = bytesPerSample == 2 ? 32_768 : 8_388_608
        for index in 0..<count {
            // Safe: the caller vouches for `count` samples.
            let value = integer(unsafe samples[index], scale: scale)
            for byte in 0..<bytesPerSample { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
        }
    }

    /// One sample; what is not a number is silence.
    static func integer(_ sample: Float, scale: Float) -> Int {
        guard !sample.isNaN else { return 0 }
        return Int(min(max(rintf(sample * scale), -scale), scale - 1))
    }
}
