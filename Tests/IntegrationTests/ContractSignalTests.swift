import Foundation
import TestKit
import Testing

extension OnRealParts {
    /// What signals do to a player.
    @Suite struct ContractSignalTests {
        @Test(
            "a signal ends a player within a second while its connection hangs", arguments: [SIGINT, SIGTERM, SIGHUP])
        func hangingConnection(signal: Int32) async throws {
            let server = try RawHTTPServer { $0.hang() }
            let player = try RadioSpiralProcess(["play", "--json", "--output", "null", server.url()])
            try await poll("the request") { server.requests.isEmpty ? nil : true }
            let start = SuspendingClock.now
            player.send(signal: signal)
            let status = try await player.exitStatus()
            #expect(SuspendingClock.now - start < .seconds(1))
            Ended(player, status: status).check(status: 0, reason: "signal")
        }

        @Test("a player ends within a second though its sound server has died under it without a word")
        func hangingSoundServer() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let sound = try await PulseServer()
            let player = try RadioSpiralProcess(["play", "--json", server.url()], sound: sound)
            try await player.wait(forState: "playing")
            sound.freeze()
            let start = SuspendingClock.now
            player.send(signal: SIGTERM)
            let status = try await player.exitStatus()
            #expect(SuspendingClock.now - start < .seconds(1))
            Ended(player, status: status).check(status: 0, reason: "signal")
        }

        @Test("a player ends within a second while it waits for a sound server that does not answer")
        func silentSoundServer() async throws {
            let server = try RawHTTPServer { $0.hang() }
            let sound = try await PulseServer()
            sound.freeze()
            let player = try RadioSpiralProcess(["play", "--json", server.url()], sound: sound)
            try await poll("the request") { server.requests.isEmpty ? nil : true }
            let start = SuspendingClock.now
            player.send(signal: SIGTERM)
            let status = try await player.exitStatus()
            #expect(SuspendingClock.now - start < .seconds(1))
            Ended(player, status: status).check(status: 0, reason: "signal")
        }

        @Test("a second signal ends the player at once", arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
        func secondSignal(signal: Int32, status: Int32) async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let sound = try await PulseServer()
            let player = try RadioSpiralProcess(["play", "--json", server.url()], sound: sound)
            try await player.wait(forState: "playing")
            // A sound server that answers no more keeps the player for half a second: time enough for a second wish.
            sound.freeze()
            player.send(signal: signal)
            try await Task.sleep(for: .milliseconds(200), clock: .suspending)
            player.send(signal: signal)
            #expect(try await player.exitStatus() == status)
        }

        @Test("two signals in the same instant are one wish")
        func sameInstant() async throws {
            let bytes = try await KnownSound.mp3(seconds: 20)
            let server = try RawHTTPServer { $0.broadcast(bytes) }
            let sound = try await PulseServer()
            let player = try RadioSpiralProcess(["play", "--json", server.url()], sound: sound)
            try await player.wait(forState: "playing")
            player.send(signal: SIGINT)
            usleep(2000)
            player.send(signal: SIGINT)
            Ended(player, status: try await player.exitStatus()).check(status: 0, reason: "signal")
        }
    }
}
