import RadioCore
import TestKit

@testable import Playback

/// Somebody who lies awake: plays a whole night on a clock that runs as fast as the machine, and notes what happens.
///
/// For an exit test: the process must be its own.
final class NightWatch {
    /// What was noted.
    struct Report: Sendable {
        /// When the sound was gone, after it was first heard.
        var silences: [Range<Duration>] = []
        /// When it was first heard.
        var firstSound: Duration?
        /// The codes of the warnings and errors, with how often each came.
        var troubles: [String: Int] = [:]
        /// What each hour cost.
        var hours: [HourlyFigures] = []
        var goodbye: Goodbye?

        /// All the time without sound.
        var silence: Duration { silences.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) } }
    }

    /// Figures at the end of an hour.
    struct HourlyFigures: Sendable {
        var stats: PlayerStats
        var reserve: Duration
    }

    let network: ScriptedNetwork
    private let clock = ManualClock()
    private let ledger = Ledger()
    private let player: Player
    private let plan: NightPlan
    private var report = Report()
    private var silentSince: Duration?

    /// A night as `plan` wants it, with `programme` on the air.
    init(_ plan: NightPlan, programme: EndlessProgramme) {
        let clock = clock
        self.plan = plan
        let url = "http://scripted.test/stream"
        let network = ScriptedNetwork([url: ScriptedServer(programme, faults: plan.faults)], clock: clock)
        self.network = network
        let random = Guarded(SeededRandom(seed: 1))
        player = Player(
            PlayerConfiguration(station: .url(url), output: .null), ledger: ledger, clock: clock,
            network: { _ in network }
        ) { random.withLock { Double.random(in: 0..<1, using: &$0) } }
    }

    /// Lies awake until the night is over.
    func watch() async -> Report {
        var events = player.events().makeAsyncIterator()
        let motor = ClockMotor(clock)
        let (player, clock, plan) = (player, clock, plan)
        await player.start()
        async let hours = Self.hours(of: plan, on: clock, player)
        while let event = await events.next(isolation: #isolation) { note(event) }
        report.hours = await hours
        await motor.stop()
        if let since = silentSince { report.silences.append(since..<plan.length) }
        return report
    }

    /// Takes the figures of each hour, and ends the player with the last one.
    private static func hours(of plan: NightPlan, on clock: ManualClock, _ player: Player) async -> [HourlyFigures] {
        var figures: [HourlyFigures] = []
        // A moment at which nothing else is due, so that everybody else sleeps.
        var next = Duration.seconds(3600) + .microseconds(137)
        while next < plan.length {
            try? await clock.sleep(until: .init(offset: next))
            await figures.append(HourlyFigures(stats: player.stats(), reserve: player.reserve))
            next += .seconds(3600)
        }
        try? await clock.sleep(until: .init(offset: plan.length))
        await figures.append(HourlyFigures(stats: player.stats(), reserve: player.reserve))
        await player.stop(.quit)
        return figures
    }

    private func note(_ event: Playback.PlayerEvent) {
        switch event {
        case .state(let change): note(change)
        case .warning(let code, _), .error(let code, _): report.troubles[code, default: 0] += 1
        case .bye(let goodbye): report.goodbye = goodbye
        default: break
        }
    }

    private func note(_ change: StateChange) {
        let now = clock.now.offset
        let isSounding = change.state == .playing || change.audible == true
        if isSounding, report.firstSound == nil { report.firstSound = now }
        guard report.firstSound != nil, isSounding != (silentSince == nil) else { return }
        if let since = silentSince { report.silences.append(since..<now) }
        silentSince = isSounding ? nil : now
    }
}
