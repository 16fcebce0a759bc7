/// How loud the listener wants it: a perceptual scale, and muting beside it.
public struct Volume: Hashable, Sendable {
    /// 0 to 100; 100 changes nothing.
    public var percent: Int {
        didSet { percent = min(100, max(0, percent)) }
    }
    /// Whether nothing is heard whatever `percent` says.
    public var isMuted: Bool

    /// A volume of `percent`, brought into 0 to 100.
    public init(percent: Int, isMuted: Bool = false) {
        self.percent = min(100, max(0, percent))
        self.isMuted = isMuted
    }

    /// The factor on samples: the cube of the fraction, PulseAudio's own perceptual curve (`pa_sw_volume_to_linear`).
    public var amplitude: Float {
        guard !isMuted else { return 0 }
        let fraction = Float(percent) / 100
        return fraction * fraction * fraction
    }
}
