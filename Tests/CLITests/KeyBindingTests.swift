import Playback
import Testing

@testable import CLI

@Suite struct KeyBindingTests {
    @Test(arguments: [
        (Key.character(" "), KeyAction.perform(.toggle)), (.character("q"), .perform(.quit)),
        (.up, .perform(.changeVolume(by: 5))), (.character("-"), .perform(.changeVolume(by: -5))),
        (.character("m"), .perform(.mute(nil))), (.character("n"), .perform(.next)),
        (.character("p"), .perform(.previous)), (.character("1"), .perform(.switchToNumber(1))),
        (.character("9"), .perform(.switchToNumber(9))), (.left, .perform(.back(.seconds(10)))),
        (.right, .perform(.forward(.seconds(10)))), (.character("l"), .perform(.live)), (.character("i"), .details),
        (.character("?"), .help),
    ])
    func `keys do what the contract says`(key: Key, action: KeyAction) {
        #expect(KeyBinding.action(of: key) == action)
    }

    @Test(arguments: [Key.escape, .character("0"), .character("s"), .character("Q"), .character("~")])
    func `an unbound key does nothing`(key: Key) {
        #expect(KeyBinding.action(of: key) == nil)
    }

    @Test func `no key is bound twice`() {
        let keys = KeyBinding.all.flatMap(\.actions.keys)
        #expect(Set(keys).count == keys.count)
    }
}
