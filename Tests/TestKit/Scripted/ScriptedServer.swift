import Network

/// A station's server as a script: a live encoder, how it is sent, and what goes wrong when. Pure.
///
/// Byte n of a run of the encoder exists from n / rate after the run's beginning. A connection gets a burst of the last
/// bytes at once, as from Icecast, and the rest as it comes.
package struct ScriptedServer: Sendable {
    /// One run of the encoder.
    struct Run: Sendable, Hashable {
        /// Its number, which its frames are stamped with.
        var number: Int
        /// When it began.
        var start: Duration

        /// How many of its bytes exist at `moment`.
        func bytes(at moment: Duration) -> Int {
            max(0, Int((moment - start) / .seconds(1) * Double(EndlessProgramme.bytesPerSecond)))
        }
    }

    /// What is sent.
    package var programme: EndlessProgramme
    /// Bytes that a connection begins with.
    package var burst = 4 * EndlessProgramme.bytesPerSecond
    /// Time between two pieces of a live stream.
    package var interval = Duration.milliseconds(500)
    /// Time until an attempt is answered.
    package var delay = Duration.milliseconds(40)
    /// Audio bytes between two ICY blocks; `nil` for none, whatever is asked for.
    package var metaint: Int? = 4000
    /// How long a title holds.
    package var titleLength = Duration.seconds(200)
    /// What goes wrong, by time.
    package let faults: [ScriptedFault]
    private let runs: [Run]

    /// A server of `programme`, whose encoder has been running for a while when the clock begins.
    package init(_ programme: EndlessProgramme, faults: [ScriptedFault] = []) {
        self.programme = programme
        self.faults = faults.sorted { $0.at < $1.at }
        let restarts = self.faults.filter { $0.kind == .restart }.map { $0.at + $0.lasts }
        runs = ([.seconds(-60)] + restarts).enumerated().map { Run(number: $0.offset, start: $0.element) }
    }

    /// The run at `moment`; between two, the next one.
    func run(at moment: Duration) -> Run {
        let restarts = faults.count { $0.kind == .restart && $0.at <= moment }
        return runs[restarts]
    }

    /// The fault that decides how an attempt at `moment` ends, if one does.
    func fault(at moment: Duration) -> ScriptedFault? {
        recent(before: moment).last {
            switch $0.kind {
            case .offline, .away, .answer, .restart, .noBurst, .slow: $0.holds(at: moment)
            case .close, .reset, .stall, .trickle, .garbage: false
            }
        }
    }

    /// The faults that begin behind `moment`, and at `end` at the latest.
    func faults(after moment: Duration, upTo end: Duration) -> ArraySlice<ScriptedFault> {
        let first = index(after: moment)
        return faults[first..<max(first, index(after: end))]
    }

    /// When the next fault begins or ends behind `moment`.
    func change(after moment: Duration) -> Duration? {
        let begin = index(after: moment)
        let next = begin < faults.count ? faults[begin].at : nil
        let ends = recent(before: moment).map { $0.at + $0.lasts }.filter { $0 > moment }
        return (ends + [next].compactMap(\.self)).min()
    }

    /// The faults that may still hold at `moment`: no fault lasts longer than an hour.
    func recent(before moment: Duration) -> ArraySlice<ScriptedFault> {
        faults[index(after: moment - .seconds(3600))..<index(after: moment)]
    }

    /// Where the first fault stands that begins behind `moment`.
    private func index(after moment: Duration) -> Int {
        var (low, high) = (0, faults.count)
        while low < high {
            let middle = (low + high) / 2
            if faults[middle].at <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The head of an answer that brings the stream.
    func head(url: String, icy: Bool) -> HTTPResponse {
        var fields = [("content-type", "audio/mpeg"), ("icy-name", "Scripted"), ("icy-br", "32")]
        if let metaint, icy { fields.append(("icy-metaint", "\(metaint)")) }
        return HTTPResponse(status: 200, url: url, fields: fields.map { .init(name: $0.0, bytes: Array($0.1.utf8)) })
    }
}
