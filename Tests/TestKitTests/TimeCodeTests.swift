import TestKit
import Testing

struct TimeCodeTests {
    private let code = TimeCode()
    private let rate = 48000

    @Test("a clean recording is one unbroken stretch from its beginning to its end")
    func clean() throws {
        let analysis = code.analyse(code.samples(seconds: 3, rate: rate), rate: rate)
        let stretch = try #require(analysis.stretches.first)
        #expect(analysis.isUnbroken, "\(analysis)")
        #expect(abs(stretch.code - stretch.heard.lowerBound) < 0.01)
        #expect(stretch.heard.upperBound > 2.9)
    }

    @Test("what is left out is told to a few milliseconds", arguments: [30, 70, 100, 250, 1000])
    func missing(milliseconds: Int) throws {
        var samples = code.samples(seconds: 4, rate: rate)
        samples.removeSubrange(72000..<72000 + milliseconds * 48)
        let breaks = code.analyse(samples, rate: rate).breaks
        try #require(breaks.count == 1, "\(breaks)")
        #expect(abs(breaks[0].missing - Double(milliseconds)) < 8)
        #expect(abs(breaks[0].silence) < 8)
    }

    @Test("what is heard twice is told as negative", arguments: [30, 100, 450])
    func repeated(milliseconds: Int) throws {
        var samples = code.samples(seconds: 4, rate: rate)
        samples.insert(contentsOf: samples[72000 - milliseconds * 48..<72000], at: 72000)
        let breaks = code.analyse(samples, rate: rate).breaks
        try #require(breaks.count == 1, "\(breaks)")
        #expect(abs(breaks[0].missing + Double(milliseconds)) < 8)
    }

    @Test("a pause that goes on where it stopped is silence with nothing missing", arguments: [40, 500, 3000])
    func pause(milliseconds: Int) throws {
        var samples = code.samples(seconds: 4, rate: rate)
        samples.insert(contentsOf: repeatElement(0, count: milliseconds * 48), at: 70000)
        let breaks = code.analyse(samples, rate: rate).breaks
        try #require(breaks.count == 1, "\(breaks)")
        #expect(abs(breaks[0].missing) < 12)
        #expect(abs(breaks[0].silence - Double(milliseconds)) < 12)
    }

    @Test("the code goes on over the end of its period")
    func looped() {
        let period = code.samples(seconds: TimeCode.period, rate: 16000)
        let analysis = code.analyse(Array(period.suffix(16000) + period.prefix(16000)), rate: 16000)
        #expect(analysis.isUnbroken, "\(analysis)")
    }

    @Test("the other voice is not heard as this one")
    func voices() {
        let other = TimeCode(voice: 1).samples(seconds: 1, rate: rate)
        #expect(code.analyse(other, rate: rate).stretches.isEmpty)
    }

    @Test("the signal has no step larger than it says, and a click has")
    func steps() {
        for voice in 0...1 {
            let code = TimeCode(voice: voice)
            var samples = code.samples(seconds: TimeCode.period, rate: 44100)
            #expect(TimeCode.largestStep(samples).step <= code.largestStepOfSignal(rate: 44100))
            samples[20000] += 0.9
            #expect(TimeCode.largestStep(samples).step > code.largestStepOfSignal(rate: 44100))
        }
    }

    @Test("the code survives coding at ordinary rates", arguments: FFmpegSource.Codec.allCases)
    func coded(as codec: FFmpegSource.Codec) async throws {
        let directory = try PrivateDirectory()
        let clean = directory.path(of: "clean.wav")
        let coded = directory.path(of: "coded")
        try WaveFile.write(code.samples(seconds: 5, rate: rate), rate: rate, channels: 2, to: clean)
        let quiet = ["-nostdin", "-loglevel", "error", "-i"]
        try await ChildProcess.run("ffmpeg", quiet + [clean] + FFmpegSource.encoding(codec) + [coded])
        let raw = ["-f", "f32le", "-ac", "1", "-ar", "48000", "-"]
        let bytes = try await ChildProcess.run("ffmpeg", quiet + [coded] + raw)
        let analysis = code.analyse(PulseRecorder.floats(bytes), rate: rate)
        let stretch = try #require(analysis.stretches.first)
        #expect(analysis.isUnbroken, "\(analysis)")
        #expect(stretch.heard.upperBound - stretch.heard.lowerBound > 4.8)
        // The encoder's and the decoder's start-up frames, at most.
        #expect(abs(stretch.code - stretch.heard.lowerBound) < 0.15)
    }
}
