import RadioCore
import Testing

struct JSONWriterTests {
    @Test("builds an event field after field, without what is not known")
    func buildsEvents() {
        var event = JSONObject()
        event.set("event", "state")
        event.set("reason", nil as String?)
        event.set("attempt", 3)
        event.set("retry_in", 1.5)
        event.set("drift", Double.nan)
        event.set("mono", Double.infinity)
        event.set("live", true)
        event.set("empty", JSONObject())
        event.set("list", [.string("a"), .null])
        event.set("none", nil as [JSONValue]?)
        event.set("attempt", 4)
        #expect(
            JSONWriter.compact(event)
                == #"{"event":"state","attempt":4,"retry_in":1.5,"live":true,"empty":{},"list":["a",null]}"#)
    }

    @Test(
        "escapes what would break a line or drive a terminal",
        arguments: [
            ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#), ("\0\u{1B}\u{1F}", #""\u0000\u001b\u001f""#),
            ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("é😀", "\"é😀\""),
        ])
    func escapes(string: String, text: String) {
        #expect(JSONWriter.compact(.string(string)) == text)
    }

    @Test("lays out over several lines")
    func laysOut() throws {
        let node = try JSONReader.read(#"{"a":[1,{"b":[]}],"c":{}}"#.utf8)
        #expect(
            JSONWriter.pretty(node.value) == """
                {
                  "a": [
                    1,
                    {
                      "b": []
                    }
                  ],
                  "c": {}
                }

                """)
    }

    @Test(
        "tells whole numbers from others",
        arguments: [
            ("7", 7, 7), ("-7", -7, -7), ("3.0", 3, 3), ("3e2", 300, 300), ("3.5", nil, 3.5), ("1e400", nil, nil),
            ("9223372036854775807", .max, 0x1p63), ("9223372036854775808", nil, 0x1p63),
        ] as [(String, Int?, Double?)])
    func tellsNumbers(text: String, int: Int?, double: Double?) throws {
        let node = try JSONReader.read(text.utf8)
        #expect(node.int == int)
        #expect(node.double == double)
    }

    @Test(
        "gives every number a text that reads as the same number",
        arguments: [
            0, -0.0, 1, 0.1, -1.5, 1e21, 1e-7, 1_753_000_000.123, Double.leastNonzeroMagnitude,
            Double.greatestFiniteMagnitude,
        ])
    func writesNumbers(number: Double) throws {
        let text = try #require(JSONNumber(number)).text
        #expect(try JSONReader.read(text.utf8).double == number)
    }
}
