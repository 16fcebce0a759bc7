import RadioCore
import Testing

struct SafeURLTests {
    @Test(
        "hides who logs in and what proves it",
        arguments: [
            ("http://host:8000/live.mp3", "http://host:8000/live.mp3"),
            ("http://user:secret@host/live", "http://host/live"),
            ("HTTPS://user@host", "HTTPS://host"),
            ("http://u:p@q@host/", "http://host/"),
            ("http://user:se/cret@host/live", "http://host/live"),
            ("http://user:se?cret@host/live", "http://host/live"),
            ("http://user:se#cret@host/live", "http://host/live"),
            ("user:secret@host/live", "host/live"),
            ("//user:secret@host/live", "//host/live"),
            ("http://host/@name/live", "http://host/@name/live"),
            ("http://host:80/a@b", "http://host:80/a@b"),
            ("http://[fe80::ab]/a@b", "http://[fe80::ab]/a@b"),
            ("http://u:p@[::1]:8000/x", "http://[::1]:8000/x"),
            ("http://h/s?token=abc", "http://h/s?token=***"),
            ("http://h/s?a=1&api_key=abc&b=2#t", "http://h/s?a=1&api_key=***&b=2#t"),
            ("http://h/s?ACCESS-TOKEN=abc;sid=1", "http://h/s?ACCESS-TOKEN=***;sid=***"),
            ("http://h/s?X-Amz-Signature=abc&X-Amz-Date=1", "http://h/s?X-Amz-Signature=***&X-Amz-Date=1"),
            ("http://h/s?%74oken=abc", "http://h/s?%74oken=***"),
            ("http://h/s?to\u{200B}ken=abc", "http://h/s?token=***"),
            ("http://h/s#access_token=abc", "http://h/s#access_token=***"),
            ("http://h/s?pass=a=b=c&password&auth=", "http://h/s?pass=***&password&auth=***"),
            ("http://h/s?x=%&y=%4", "http://h/s?x=%&y=%4"),
            ("http://h/\u{1B}[31ms\n?bitrate=128", "http://h/s ?bitrate=128"),
            ("", ""),
            ("@", ""),
            ("?token=", "?token=***"),
        ])
    func redacts(url: String, shown: String) {
        #expect(SafeURL.redacted(url) == shown)
    }

    @Test("shows a bounded part, and nothing of a password that is longer than that")
    func boundsLength() {
        #expect(SafeURL.redacted("http://host/" + String(repeating: "x", count: 10_000)).count == 512)
        #expect(SafeURL.redacted("http://u:" + String(repeating: "x", count: 10_000) + "@host/") == "http://host/")
    }

    @Test(
        "tells the scheme",
        arguments: [
            ("http://h", "http"), ("HTTPS://h", "https"), ("svn+ssh://h", "svn+ssh"), ("htp://", "htp"),
            ("host:8000/x", nil), ("://h", nil), ("1a://h", nil), ("a b://h", nil), ("drone", nil), ("", nil),
        ] as [(String, String?)])
    func tellsScheme(url: String, scheme: String?) {
        #expect(SafeURL.scheme(of: url) == scheme)
    }

    @Test(
        "knows an http or https URL with a host",
        arguments: [
            ("http://h", true), ("https://h:1/x?y#z", true), ("http://u:p@h/", true), ("http://[::1]:8000/", true),
            ("http://", false), ("http:///x", false), ("http://:80/", false), ("http://u@/", false), ("ftp://h", false),
            ("http://h/a b", false), ("http://h/\n", false), ("h", false), ("file:///etc/passwd", false),
        ])
    func knowsHTTP(url: String, isHTTP: Bool) {
        #expect(SafeURL.isHTTP(url) == isHTTP)
    }

    @Test("names a station made of an address without the secrets in it")
    func namesStation() {
        let station = Station.url("http://me:secret@host/live?token=x")
        #expect(station.name == "http://host/live?token=***")
        #expect(station.streams.map(\.url) == ["http://me:secret@host/live?token=x"])
    }
}
