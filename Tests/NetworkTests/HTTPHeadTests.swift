import Testing

@testable import Network

struct HTTPHeadTests {
    @Test(arguments: [
        ("HTTP/1.0 200 OK", 200), ("HTTP/1.1 404 Not Found", 404), ("ICY 200 OK", 200),
        ("ICY 401 Service Unavailable", 401), ("HTTP/2 503", 503),
    ])
    func `reads the code of a status line`(line: String, code: Int) {
        #expect(head([line]).status == code)
    }

    @Test func `keeps names in lower case, repeated fields, and values as bytes`() {
        let head = head(["HTTP/1.0 200 OK", "ICY-Name:T\u{e9}st ", "icy-br: 128", "icy-br:  64", "no colon here"])
        #expect(head.fields.map(\.name) == ["icy-name", "icy-br", "icy-br"])
        #expect(head.fields[0].bytes == Array("T\u{e9}st".utf8))
        #expect(head.fields[2].bytes == Array("64".utf8))
    }

    @Test func `begins anew with each status line`() {
        let head = head(["HTTP/1.1 302 Found", "Location: /there", "", "HTTP/1.1 200 OK", "A: b"])
        #expect(head.status == 200)
        #expect(head.location == nil)
        #expect(!head.isComplete)
    }

    @Test func `keeps no more than its limit, and refuses a head without end`() {
        var head = HTTPHead()
        let line = Array("x: ".utf8) + [UInt8](repeating: 0x61, count: 1000)
        var lines = 0
        while head.take(line: line) { lines += 1 }
        #expect(lines == HTTPHead.totalLimit / line.count)
        #expect(head.fields.count == HTTPHead.fieldLimit / 1001)
    }

    @Test func `reads numbers that other things follow, and no others`() {
        let response = HTTPResponse(
            status: 200, url: "",
            fields: head(["icy-br: 128, 64", "icy-metaint:none", "x: 99999999999999999999"]).fields)
        #expect(response.number("icy-br") == 128)
        #expect(response.number("icy-metaint") == nil)
        #expect(response.number("x") == nil)
        #expect(response.number("absent") == nil)
    }

    @Test(arguments: [
        ("Retry-After: 120", Duration.seconds(120)),
        ("Retry-After: Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
        ("Retry-After: Sun, 06 Nov 1994 08:00:00 GMT", .zero),
        ("Retry-After: soon", nil), ("Retry-After: -5", nil), ("X: y", nil),
    ])
    func `reads how long to stay away`(line: String, expected: Duration?) {
        let fields = head(["HTTP/1.1 503 Busy", "Date: Sun, 06 Nov 1994 08:49:37 GMT", line]).fields
        #expect(HTTPResponse(status: 503, url: "", fields: fields).retryAfter == expected)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Mon, 30 Nov 2026 20:32:27 GMT", 1_796_070_747),
        ] as [(String, Double)])
    func `reads the date form of servers`(text: String, seconds: Double) {
        #expect(HTTPDate.unixSeconds(text) == seconds)
    }

    @Test(arguments: ["", "yesterday", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "a b c d e GMT"])
    func `takes nothing else for a date`(text: String) {
        #expect(HTTPDate.unixSeconds(text) == nil)
    }

    private func head(_ lines: [String]) -> HTTPHead {
        var head = HTTPHead()
        for line in lines {
            let isBearable = head.take(line: Array("\(line)\r\n".utf8))
            #expect(isBearable)
        }
        return head
    }
}
