import Network
import TestKit

/// What goes wrong in a night: faults of every kind, at moments and for times that chance decides.
struct NightPlan {
    /// How long it lasts.
    let length: Duration
    /// What goes wrong.
    let faults: [ScriptedFault]

    /// A night of `hours` hours with `count` faults, spread evenly but for chance; the same for the same `seed`.
    init(hours: Double, faults count: Int, seed: UInt64) {
        length = .seconds(hours * 3600)
        var random = SeededRandom(seed: seed)
        // A minute at the beginning to settle in, and one at the end to come back.
        let distance = (length - .seconds(120)) / max(1, count)
        var order: [ScriptedFault.Kind] = []
        var faults: [ScriptedFault] = []
        for number in 0..<count {
            if order.isEmpty { order = Self.kinds(&random).shuffled(using: &random) }
            let at = Duration.seconds(60) + distance * (Double(number) + Double.random(in: 0..<1, using: &random))
            faults.append(ScriptedFault(order.removeLast(), at: at, lasts: Self.length(&random)))
        }
        self.faults = faults
    }

    /// From two seconds to a minute, short ones being the more common.
    private static func length(_ random: inout SeededRandom) -> Duration {
        let share = Double.random(in: 0..<1, using: &random)
        return .milliseconds(2000 + Int(58_000 * share * share * share))
    }

    /// One of each kind, with what chance decides of it.
    private static func kinds(_ random: inout SeededRandom) -> [ScriptedFault.Kind] {
        [
            .close, .close, .reset, .reset, .stall, .offline(.nameLookup), .offline(.unreachable), .offline(.timedOut),
            .away(.refused), .away(.tls), .away(.emptyReply), .answer(status: 404, retryAfter: nil),
            .answer(status: 403, retryAfter: nil), .answer(status: 500, retryAfter: nil),
            .answer(status: 503, retryAfter: Int.random(in: 1...20, using: &random)), .restart, .noBurst,
            .slow(.milliseconds(Int.random(in: 500...20_000, using: &random))),
            .trickle(share: Double.random(in: 0..<0.9, using: &random)),
            .garbage(bytes: Int.random(in: 1...4000, using: &random)),
        ]
    }
}
