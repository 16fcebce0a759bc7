import AudioProcessing
import Rings

/// Turns "play this, pause, be silent" into frames: copy, gain ramp, counters; and remembers what it made.
///
/// Owned by one output's thread. What it renders follows from its goal and from where it stands; `rewind(to:)` puts it
/// back to any sink frame that is not yet heard, the goal is changed, and rendering goes on from there: that is how a
/// pause or a switch is heard long before what was queued has been played. `render` takes no lock and allocates nothing.
@safe package struct Renderer: ~Copyable {
    /// What it is after.
    enum Goal: Equatable {
        /// Nothing.
        case silence
        /// Be silent, and keep the source at `frame` for going on once `minimum` frames are there; `.paused` or
        /// `.starved` says why.
        case hold(PlaybackTimeline.Slot, frame: Int, because: PlaybackMark.Kind, minimum: Int)
        /// Play, from `frame` on where it is not heard yet, once `minimum` frames are there.
        case play(PlaybackTimeline.Slot, frame: Int, minimum: Int)

        /// Whose source it is about.
        var slot: PlaybackTimeline.Slot {
            @_noLocks get {
                switch self {
                case .silence: PlaybackTimeline.silence
                case .hold(let slot, _, _, _), .play(let slot, _, _): slot
                }
            }
        }

        /// How many frames must be there to begin or to go on.
        var minimum: Int {
            @_noLocks get {
                switch self {
                case .silence: 1
                case .hold(_, _, _, let minimum), .play(_, _, let minimum): minimum
                }
            }
        }
    }

    static let slotCount = 8

    /// What has been rendered.
    package internal(set) var timeline = PlaybackTimeline()
    /// Whether the source goes on unheard.
    package var isMuted = false

    /// How long its fades are.
    package var fades: FadeLengths
    let channels: Int
    /// Where the next frame comes from.
    var point = PlaybackTimeline.Point.silence
    var goal = Goal.silence
    // Each holds one reference, given back by `free(_:)`.
    var sources = unsafe InlineArray<8, Unmanaged<AudioSource>?>(repeating: nil)
    /// The sources whose beginning has been told.
    var told: Set<Int> = []

    /// Renders for a sink with `channels` samples in a frame.
    package init(fades: FadeLengths, channels: Int) {
        self.fades = fades
        self.channels = channels
    }

    deinit {
        for slot in 0..<Self.slotCount { unsafe sources[slot]?.release() }
    }

    /// Whether a source is sounding at the end of what was rendered.
    package var isSounding: Bool {
        @_noLocks get { point.slot != PlaybackTimeline.silence }
    }

    /// Whether it waits for frames of a source that is to be played.
    package var isWaiting: Bool {
        guard case .play(let slot, _, _) = goal else { return false }
        return point.slot != slot
    }

    /// Whether a source that is to be played, and is not sounding, has enough to begin.
    package var canBegin: Bool {
        guard isWaiting, case .play(let slot, let frame, let minimum) = goal else { return false }
        return isReady(slot, from: frame, minimum: minimum)
    }

    /// Whether `render` would give frames now.
    package var hasSound: Bool { isSounding || canBegin }

    /// The sink frame behind the last that is not silence.
    package var soundEnd: Int { timeline.soundEnd ?? 0 }

    /// Cuts off what was rendered from `sinkFrame` on, and goes on from there.
    package mutating func rewind(to sinkFrame: Int) {
        point = timeline.rewind(to: sinkFrame)
    }

    /// Notes that the sink was given `frames` frames of zeros.
    package mutating func appendSilence(_ frames: Int) { timeline.appendSilence(frames) }

    /// Renders up to `frames` frames and returns how many; fewer when the source has no more, or nothing is to be heard.
    ///
    /// With `endsDry` a source that has too few frames is faded out over its last ones and held as starved. The buffer
    /// must hold `frames` × channels samples.
    @_noLocks
    package mutating func render(into buffer: UnsafeMutablePointer<Float>, frames: Int, endsDry: Bool) -> Int {
        var done = 0
        while done < frames {
            guard isSounding || begin() else { break }
            // Safe: the rest of the buffer that the caller vouches for.
            let made = unsafe renderPiece(buffer + done * channels, limit: frames - done, endsDry: endsDry)
            if made == 0, isSounding { break }
            done += made
        }
        return done
    }

    /// Starts the source that is to be played, if it has enough.
    @_noLocks
    private mutating func begin() -> Bool {
        guard case .play(let slot, let frame, let minimum) = goal, isReady(slot, from: frame, minimum: minimum) else {
            return false
        }
        timeline.mark(.began, slot: slot, frame: frame)
        let isFull = fades.fadeIn == 0 && !isMuted
        point = PlaybackTimeline.Point(slot: slot, frame: frame, gain: isFull ? 1 : 0)
        return true
    }

    /// Renders frames with one straight ramp; 0 when the source has none, or stops here.
    @_noLocks
    private mutating func renderPiece(_ buffer: UnsafeMutablePointer<Float>, limit: Int, endsDry: Bool) -> Int {
        let isFinished = isFinished(point.slot)
        let available = end(of: point.slot) - point.frame
        let isLeaving = isLeaving
        let fade = leavingFade
        if isLeaving, point.gain == 0 || fade == 0 || available <= 0 {
            leave()
            return 0
        }
        let isEnding = !isLeaving && (isFinished || (endsDry && available < limit))
        guard available > 0 else {
            if isEnding { end(isFinished: isFinished) }
            return 0
        }
        var length = min(limit, available)
        if isEnding {
            // What is left before the closing fade is a piece of its own.
            length = available > fades.end ? min(length, available - fades.end) : available
        }
        let isClosing = isEnding && fades.end > 0 && available <= fades.end
        let ramp = ramp(isLeaving: isLeaving, isClosing: isClosing, available: available)
        if ramp.length > 0 { length = min(length, ramp.length) }
        length = min(length, limit)
        unsafe copy(into: buffer, frames: length, ramp: ramp)
        return length
    }

    /// The gain's way from where it stands to where it should be.
    @_noLocks
    private func ramp(isLeaving: Bool, isClosing: Bool, available: Int) -> GainRamp {
        let target: Float = isLeaving || isClosing || isMuted ? 0 : 1
        let whole = target == 1 ? fades.fadeIn : isLeaving ? leavingFade : fades.pause
        let distance = target > point.gain ? target - point.gain : point.gain - target
        // Rounded up, by hand: the compiler cannot look into `rounded(.up)` here.
        var length = Int(distance * Float(whole) + 0.999)
        if isClosing { length = available }
        if isLeaving { length = min(length, available) }
        return GainRamp(from: length == 0 ? target : point.gain, to: target, length: length)
    }

    /// Copies frames from the source, scales them, and notes them.
    @_noLocks
    private mutating func copy(into buffer: UnsafeMutablePointer<Float>, frames: Int, ramp: GainRamp) {
        let count = unsafe read(point.slot, at: point.frame, into: buffer, frames: frames)
        var sample = count * channels
        while sample < frames * channels {
            unsafe buffer[sample] = 0
            sample += 1
        }
        unsafe ramp.apply(to: buffer, frames: frames, channels: channels)
        timeline.append(slot: point.slot, frame: point.frame, gain: ramp, length: frames)
        point.frame += frames
        point.gain = ramp.gain(at: frames)
    }

    /// The fade-out is done: the source is silent from here on.
    @_noLocks
    mutating func leave() {
        switch goal {
        case .hold(let slot, let frame, let reason, let minimum) where slot == point.slot:
            var next = frame
            if case .starved = reason { next = point.frame }
            goal = .hold(slot, frame: next, because: reason, minimum: minimum)
            timeline.mark(reason, slot: slot, frame: next)
        default: timeline.mark(.left, slot: point.slot, frame: point.frame)
        }
        point = .silence
    }

    /// The source has no more frames.
    @_noLocks
    mutating func end(isFinished: Bool) {
        timeline.mark(isFinished ? .finished : .starved, slot: point.slot, frame: point.frame)
        if isFinished {
            goal = .silence
        } else {
            goal = .hold(point.slot, frame: point.frame, because: .starved, minimum: goal.minimum)
        }
        point = .silence
    }

    /// Whether what sounds is not, or no longer, to be heard.
    var isLeaving: Bool {
        @_noLocks get {
            if case .play(let slot, _, _) = goal { return slot != point.slot }
            return true
        }
    }
    /// How long a whole fade-out of what is being left takes.
    private var leavingFade: Int {
        @_noLocks get {
            if case .hold = goal { return fades.pause }
            return fades.leave
        }
    }
}
