import Playback
import RadioCore
import Testing

@testable import CLI

@Suite struct ControlRequestTests {
    @Test(arguments: [
        (#"{"command":"pause"}"#, ControlCommand.perform(.pause)), (#"{"command":"resume"}"#, .perform(.resume)),
        (#"{"command":"toggle"}"#, .perform(.toggle)), (#"{"command":"live"}"#, .perform(.live)),
        (#"{"command":"quit"}"#, .perform(.quit)), (#"{"command":"status"}"#, .status),
        (#"{"command":"events"}"#, .events),
        (#"{"command":"switch","station":"drone"}"#, .perform(.switchTo(id: "drone"))),
        (#"{"command":"volume","volume":0}"#, .perform(.setVolume(0))), (#"{"command":"mute"}"#, .perform(.mute(nil))),
        (#"{"command":"mute","muted":true}"#, .perform(.mute(true))),
        (#"{"command":"back","duration":"1m30s"}"#, .perform(.back(.seconds(90)))),
        (#"{"command":"back","duration":2.5,"more":[1]}"#, .perform(.back(.milliseconds(2_500)))),
    ])
    func `reads requests`(line: String, command: ControlCommand) throws {
        #expect(try ControlRequest(line: line.utf8).command == command)
    }

    @Test(arguments: [
        ControlCommand.perform(.pause), .perform(.switchTo(id: "a-1")), .perform(.setVolume(55)), .perform(.mute(nil)),
        .perform(.mute(false)), .perform(.back(.milliseconds(1_500))), .perform(.live), .perform(.quit), .status,
        .events,
    ])
    func `reads what it has written`(command: ControlCommand) throws {
        #expect(try ControlRequest(line: ControlRequest(command: command).line.utf8).command == command)
    }

    @Test(arguments: [
        (#"{"id":1,"command":"pause"}"#, #"{"id":1,"ok":true}"#),
        (#"{"id":"a","command":"pause"}"#, #"{"id":"a","ok":true}"#),
        (#"{"command":"pause"}"#, #"{"ok":true}"#), (#"{"id":[1],"command":"pause"}"#, #"{"ok":true}"#),
    ])
    func `answers repeat the id`(line: String, reply: String) throws {
        #expect(ControlReply.done(try ControlRequest(line: line.utf8).id) == reply)
    }

    @Test(arguments: [
        ("", "not JSON: line 1, column 1: expected a value, found the end of the text"),
        ("[1]", "expected a JSON object"),
        (#"{"id":3}"#, #""command": expected a string"#),
        (#"{"id":3,"command":"paus"}"#, #"unknown command "paus"; did you mean pause?"#),
        (#"{"command":"switch"}"#, #""station": expected the id of a station"#),
        (#"{"command":"volume","volume":101}"#, #""volume": expected a number from 0 to 100"#),
        (#"{"command":"volume","volume":"1"}"#, #""volume": expected a number from 0 to 100"#),
        (#"{"command":"mute","muted":1}"#, #""muted": expected true or false"#),
        (#"{"command":"back"}"#, #""duration": expected seconds, or a text like "10s""#),
        (#"{"command":"back","duration":-1}"#, #""duration": expected seconds, or a text like "10s""#),
    ])
    func `says what is wrong with a request`(line: String, sentence: String) {
        let error = #expect(throws: ControlRefusal.self) { try ControlRequest(line: line.utf8) }
        #expect(error?.description == sentence)
    }

    @Test func `a refusal keeps the id and is safe to print`() throws {
        let error = #expect(throws: ControlRefusal.self) {
            try ControlRequest(line: #"{"id":9,"command":"\u001b[2Jx"}"#.utf8)
        }
        #expect(
            ControlReply.refused(error?.id, "no\u{1B}[2J\nway") == #"{"id":9,"ok":false,"error":"no way"}"#)
    }
}
