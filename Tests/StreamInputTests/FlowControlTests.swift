import Testing

@testable import StreamInput

struct FlowControlTests {
    private let limit = 30 << 20

    @Test func `takes a live stream as it comes, in a pause until all is held`() {
        let live = FlowControl(isFinite: false, limit: limit)
        #expect(live.wait(for: 1000, ahead: 20 << 20, room: 1000, isListenerPaused: false) == nil)
        #expect(live.wait(for: 1000, ahead: 20 << 20, room: 999, isListenerPaused: true) == nil)
    }

    @Test func `keeps a live stream waiting for room while it is played`() {
        let live = FlowControl(isFinite: false, limit: limit)
        let wait = live.wait(for: 1000, ahead: 20 << 20, room: 999, isListenerPaused: false)
        #expect(wait == FlowControl.Wait(ahead: .max, room: FlowControl.step))
    }

    @Test(arguments: [false, true])
    func `lets no more than four mebibytes of a file lie ahead`(isListenerPaused: Bool) {
        let file = FlowControl(isFinite: true, limit: limit)
        let most = FlowControl.mostAhead
        #expect(file.wait(for: 1000, ahead: most - 1, room: 1000, isListenerPaused: isListenerPaused) == nil)
        let wait = file.wait(for: 1000, ahead: most, room: limit - most, isListenerPaused: isListenerPaused)
        #expect(wait == FlowControl.Wait(ahead: most - FlowControl.step, room: FlowControl.step))
    }

    @Test func `waits in a small buffer for a room that it can have`() {
        let file = FlowControl(isFinite: true, limit: 10_000)
        #expect(file.wait(for: 100, ahead: 9_990, room: 10, isListenerPaused: true)?.room == 5_000)
        #expect(file.wait(for: 9_000, ahead: 9_990, room: 10, isListenerPaused: true)?.room == 9_000)
    }
}
