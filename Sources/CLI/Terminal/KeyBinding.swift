import Playback

/// What keys do.
enum KeyAction: Hashable, Sendable {
    /// Have the player do something.
    case perform(PlayerCommand)
    /// Print what the stream is made of.
    case details
    /// Print the keys.
    case help
}

/// A row of the key table.
struct KeyBinding: Sendable {
    /// The keys as help shows them.
    let shown: String
    /// What they do, in words.
    let summary: String
    /// The keys and what each does.
    let actions: [Key: KeyAction]

    /// How far a volume key goes.
    private static let volumeStep = 5
    /// How far a step back or forward goes.
    private static let timeStep = Duration.seconds(10)

    /// All keys, in the order of help.
    static let all: [KeyBinding] = [
        KeyBinding(shown: "space", summary: "pause and resume", actions: [.character(" "): .perform(.toggle)]),
        KeyBinding(shown: "q", summary: "quit", actions: [.character("q"): .perform(.quit)]),
        KeyBinding(shown: "↑ ↓ + -", summary: "volume", actions: volume),
        KeyBinding(shown: "m", summary: "mute", actions: [.character("m"): .perform(.mute(nil))]),
        KeyBinding(
            shown: "n p", summary: "next and previous station",
            actions: [.character("n"): .perform(.next), .character("p"): .perform(.previous)]),
        KeyBinding(shown: "1-9", summary: "station by number", actions: digits),
        KeyBinding(
            shown: "← →", summary: "back and forward 10 s in what is held",
            actions: [.left: .perform(.back(timeStep)), .right: .perform(.forward(timeStep))]),
        KeyBinding(shown: "l", summary: "back to live", actions: [.character("l"): .perform(.live)]),
        KeyBinding(shown: "i", summary: "stream details", actions: [.character("i"): .details]),
        KeyBinding(shown: "?", summary: "this help", actions: [.character("?"): .help]),
    ]

    /// What `key` does; an unbound key does nothing.
    static func action(of key: Key) -> KeyAction? {
        for binding in all {
            if let action = binding.actions[key] { return action }
        }
        return nil
    }

    private static let volume: [Key: KeyAction] = [
        .up: .perform(.changeVolume(by: volumeStep)), .character("+"): .perform(.changeVolume(by: volumeStep)),
        .down: .perform(.changeVolume(by: -volumeStep)), .character("-"): .perform(.changeVolume(by: -volumeStep)),
    ]

    private static let digits = Dictionary(
        uniqueKeysWithValues: (1...9).map { number in
            (Key.character(Character("\(number)")), KeyAction.perform(.switchToNumber(number)))
        })
}
