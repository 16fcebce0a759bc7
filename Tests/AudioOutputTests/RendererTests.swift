import Rings
import Testing

@testable import AudioOutput

/// With fades of 20, 20, 40 and 20 frames, on a real ring.
struct RendererTests {
    private func renderer() -> Renderer {
        Renderer(fades: FadeLengths(fadeIn: 20, pause: 20, leave: 40, end: 20), channels: 2)
    }

    /// The first channel of what is rendered, as frame numbers times gain.
    private func render(_ renderer: inout Renderer, _ frames: Int, endsDry: Bool = false) -> [Float] {
        var samples = [Float](repeating: .nan, count: frames * 2)
        let count = unsafe samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe renderer.render(into: base, frames: frames, endsDry: endsDry)
        }
        return (0..<count).map { samples[$0 * 2] }
    }

    private func events(_ renderer: inout Renderer, at sinkFrame: Int) -> [OutputEvent] {
        var events: [OutputEvent] = []
        while let event = renderer.takeEvent(upTo: sinkFrame) { events.append(event) }
        return events
    }

    private let level: (Int) -> Float = { _ in 1 }

    private func isSmooth(_ samples: [Float]) -> Bool {
        zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) <= 0.0501 }
    }

    @Test func `waits for the minimum and then fades in`() {
        let test = TestSource(make: level)
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 50)
        test.write(49)
        #expect(render(&renderer, 10).isEmpty && renderer.isWaiting && !renderer.hasSound)
        test.write(1)
        let samples = render(&renderer, 40)
        #expect(samples.count == 40 && samples[0] == 0 && samples[10] == 0.5 && samples[20] == 1)
        #expect(isSmooth(samples) && renderer.isSounding)
    }

    @Test func `gives every frame of the source once, in order`() {
        let test = TestSource()
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(1000)
        let samples = [7, 13, 500, 480].flatMap { render(&renderer, $0) }
        #expect(samples[20...] == ArraySlice((0..<1000).map { Float($0) / 1_048_576 }[20...]))
    }

    @Test func `a pause fades out, and the resume fades in from the frame where that began`() {
        let test = TestSource()
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(1000)
        _ = render(&renderer, 500)
        renderer.rewind(to: 200)
        renderer.pause()
        let out = render(&renderer, 300)
        #expect(out.count == 20 && out[0] == 200 / 1_048_576)
        #expect(events(&renderer, at: 219) == [.started(sourceID: 1)])
        #expect(events(&renderer, at: 220) == [.paused(sourceID: 1, frame: 200)])
        renderer.rewind(to: 600)
        renderer.resume()
        let back = render(&renderer, 100)
        #expect(back.count == 100 && back[0] == 0 && back[20] == 220 / 1_048_576 && back[99] == 299 / 1_048_576)
        #expect(events(&renderer, at: 600) == [.resumed(sourceID: 1)])
    }

    @Test func `a resume within the fade-out turns round without a jump or a lost frame`() {
        let test = TestSource(make: level)
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(1000)
        let start = render(&renderer, 100)
        renderer.pause()
        let out = render(&renderer, 100)
        renderer.rewind(to: 110)
        renderer.resume()
        let back = render(&renderer, 100)
        #expect(isSmooth(start + out.prefix(10) + back))
        #expect(renderer.timeline.point(at: 150).frame == 150)
        #expect(events(&renderer, at: 1000) == [.started(sourceID: 1)])
    }

    @Test func `a switch fades out over 40 frames and the new source fades in when it is ready`() {
        let (old, new) = (TestSource(id: 1, make: level), TestSource(id: 2, make: level))
        var renderer = renderer()
        renderer.play(old.source, from: 0, minimum: 1)
        old.write(1000)
        let start = render(&renderer, 100)
        renderer.play(new.source, from: 5, minimum: 10)
        let out = render(&renderer, 100)
        #expect(out.count == 40 && isSmooth(start + out + [0]))
        #expect(events(&renderer, at: 139) == [.started(sourceID: 1)])
        #expect(events(&renderer, at: 140) == [])
        renderer.rewind(to: 200)
        new.write(15)
        #expect(render(&renderer, 100).count == 10)
        #expect(renderer.timeline.point(at: 200).frame == 5)
        #expect(events(&renderer, at: 200) == [.started(sourceID: 2)])
    }

    @Test func `a source that never sounded is let go of at once`() {
        weak var source: AudioSource?
        var renderer = renderer()
        do {
            let old = TestSource(id: 1)
            source = old.source
            renderer.play(old.source, from: 0, minimum: 1)
        }
        renderer.play(TestSource(id: 2).source, from: 0, minimum: 1)
        #expect(source != nil)
        #expect(events(&renderer, at: 0) == [] && source == nil)
    }

    @Test func `a source that was left is let go of once its fade-out has been heard`() {
        weak var source: AudioSource?
        var renderer = renderer()
        do {
            let old = TestSource(id: 1, make: level)
            source = old.source
            renderer.play(old.source, from: 0, minimum: 1)
            old.write(1000)
        }
        _ = render(&renderer, 100)
        renderer.silence()
        #expect(render(&renderer, 100).count == 40)
        #expect(events(&renderer, at: 139) == [.started(sourceID: 1)] && source != nil)
        #expect(events(&renderer, at: 140) == [] && source == nil)
    }

    @Test func `a source back before its fade-out was done goes on`() {
        let (old, new) = (TestSource(id: 1, make: level), TestSource(id: 2))
        var renderer = renderer()
        renderer.play(old.source, from: 0, minimum: 1)
        old.write(1000)
        let start = render(&renderer, 100)
        renderer.play(new.source, from: 0, minimum: 1)
        let out = render(&renderer, 10)
        renderer.play(old.source, from: 0, minimum: 1)
        let back = render(&renderer, 50)
        #expect(isSmooth(start + out + back) && renderer.timeline.point(at: 140).frame == 140)
        #expect(events(&renderer, at: 160) == [.started(sourceID: 1)])
    }

    @Test func `starving fades out, and going on loses and repeats nothing`() {
        let test = TestSource()
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(100)
        #expect(render(&renderer, 150).count == 100)
        renderer.rewind(to: 80)
        let out = render(&renderer, 50, endsDry: true)
        #expect(out.count == 20 && !renderer.isSounding)
        #expect(events(&renderer, at: 100) == [.started(sourceID: 1), .starved(sourceID: 1)])
        test.write(100)
        #expect(render(&renderer, 50).isEmpty)
        renderer.resumeAfterStarving(minimum: 100)
        #expect(render(&renderer, 50).count == 50)
        #expect(renderer.timeline.point(at: 100).frame == 100)
        #expect(events(&renderer, at: 100) == [.resumed(sourceID: 1)])
    }

    @Test func `a pause while frames are waited for waits on for as many`() {
        let test = TestSource()
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(100)
        _ = render(&renderer, 150, endsDry: true)
        #expect(events(&renderer, at: 100) == [.started(sourceID: 1), .starved(sourceID: 1)])
        renderer.resumeAfterStarving(minimum: 100)
        renderer.pause()
        #expect(events(&renderer, at: 100) == [.paused(sourceID: 1, frame: 100)])
        test.write(99)
        renderer.resume()
        #expect(render(&renderer, 50).isEmpty)
        test.write(1)
        #expect(render(&renderer, 50).count == 50)
    }

    @Test func `what is asked for during a pause that came before the starving was heard holds for the resume`() {
        let test = TestSource()
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(100)
        _ = render(&renderer, 150, endsDry: true)
        renderer.pause()
        renderer.resumeAfterStarving(minimum: 100)
        #expect(renderer.isWaiting == false)
        test.write(99)
        renderer.resume()
        #expect(render(&renderer, 50).isEmpty)
        test.write(1)
        #expect(render(&renderer, 50).count == 50)
        #expect(renderer.timeline.point(at: 100).frame == 100)
    }

    @Test func `closes with the fade when it is told early that it will run dry`() {
        let test = TestSource(make: level)
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(100)
        let samples = render(&renderer, 150, endsDry: true)
        #expect(samples.count == 100 && samples[79] == 1 && isSmooth(samples + [0]))
    }

    @Test func `a finished source is played to its end and fades there`() {
        let test = TestSource(make: level)
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 500)
        test.write(100)
        test.finish()
        let samples = render(&renderer, 60) + render(&renderer, 60)
        #expect(samples.count == 100 && isSmooth(samples + [0]))
        #expect(events(&renderer, at: 100) == [.started(sourceID: 1), .finished(sourceID: 1)])
    }

    @Test func `a muted source goes on unheard`() {
        let test = TestSource(make: level)
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(1000)
        let start = render(&renderer, 100)
        renderer.isMuted = true
        let muted = render(&renderer, 100)
        renderer.isMuted = false
        let back = render(&renderer, 100)
        #expect(isSmooth(start + muted + back) && muted[20...].allSatisfy { $0 == 0 } && back[50] == 1)
        #expect(renderer.timeline.point(at: 250).frame == 250)
    }

    @Test func `frames are given back once heard, and never those that a resume needs`() {
        let test = TestSource()
        var renderer = renderer()
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(1000)
        _ = render(&renderer, 500)
        renderer.releaseHeard(before: 150)
        #expect(test.source.reader.oldest == 150)
        renderer.rewind(to: 200)
        renderer.pause()
        _ = render(&renderer, 100)
        renderer.releaseHeard(before: 400)
        #expect(test.source.reader.oldest == 200)
        renderer.rewind(to: 400)
        renderer.resume()
        _ = render(&renderer, 100)
        renderer.releaseHeard(before: 210)
        #expect(test.source.reader.oldest == 200)
        renderer.releaseHeard(before: 410)
        #expect(test.source.reader.oldest == 210)
        renderer.releaseHeard(before: renderer.timeline.end)
        #expect(test.source.reader.oldest == 300)
    }

    @Test func `exact fades change no sample`() {
        let test = TestSource()
        var renderer = Renderer(fades: .exact(sampleRate: 48_000), channels: 2)
        renderer.play(test.source, from: 0, minimum: 1)
        test.write(300)
        let first = render(&renderer, 100)
        renderer.pause()
        #expect(render(&renderer, 100).isEmpty)
        renderer.resume()
        let samples = first + render(&renderer, 300, endsDry: true)
        #expect(samples == (0..<300).map { Float($0) / 1_048_576 })
    }

    @Test func `names the frame that is heard, and while paused the one that comes next`() {
        let test = TestSource(id: 7)
        var renderer = renderer()
        renderer.play(test.source, from: 10, minimum: 1)
        test.write(1000)
        _ = render(&renderer, 500)
        #expect(renderer.map.position(at: 50)?.frame == 60)
        renderer.rewind(to: 100)
        renderer.pause()
        _ = render(&renderer, 100)
        let paused = renderer.map.position(at: 300)
        #expect(paused?.sourceID == 7 && paused?.frame == 110 && paused?.isSounding == false)
    }

    @Test func `keeps no source when it is gone`() {
        weak var source: AudioSource?
        do {
            let test = TestSource()
            source = test.source
            var renderer = renderer()
            renderer.play(test.source, from: 0, minimum: 1)
        }
        #expect(source == nil)
    }
}
