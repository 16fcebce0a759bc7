import RadioCore
import Testing

struct URLReferenceTests {
    @Test(
        "resolves the examples of RFC 3986, 5.4",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
        ])
    func resolves(reference: String, url: String) {
        let base = URLReference("http://a/b/c/d;p?q")
        #expect(URLReference(reference).resolved(against: base).description == url)
    }

    @Test(
        "resolves what lists hold",
        arguments: [
            ("https://h", "live.mp3", "https://h/live.mp3"),
            ("https://h?x", "live.mp3", "https://h/live.mp3"),
            ("https://u:p@h:1/a/b.m3u", "c", "https://u:p@h:1/a/c"),
            ("https://h/a/b.m3u", "//g:8000/c", "https://g:8000/c"),
            ("https://h/a", "HTTP://G/c/../d", "http://G/d"),
            ("https://h/a", "a b/Ärger|\u{1B}.mp3?q=\"1\"", "https://h/a%20b/%C3%84rger%7C%1B.mp3?q=%221%22"),
            ("https://h/a", "a%20b%zz", "https://h/a%20b%zz"),
            ("https://h/a//b", "..//c", "https://h/a//c"),
            ("https://h/a", "http://g/\u{301}@f/?\u{301}#\u{301}", "http://g/%CC%81@f/?%CC%81#%CC%81"),
            ("https://h/a", "12:30.mp3", "https://h/12:30.mp3"),
        ])
    func resolvesEntries(base: String, reference: String, url: String) {
        #expect(URLReference(reference).resolved(against: URLReference(base)).description == url)
    }

    @Test(
        "knows one address in different clothes",
        arguments: [
            ("http://H.example", "http://h.example:80/#x"), ("HTTPS://h:443/a?b", "https://h/a?b"),
            ("http://U@H/", "http://U@h/"),
        ])
    func normalizes(one: String, other: String) {
        #expect(URLReference(one).key == URLReference(other).key)
    }

    @Test(
        "tells addresses apart that may differ",
        arguments: [
            ("http://h/a", "http://h/A"), ("http://h/a", "https://h/a"), ("http://h:8080/", "http://h/"),
            ("http://h/?a", "http://h/"), ("http://u@h/", "http://h/"),
        ])
    func distinguishes(one: String, other: String) {
        #expect(URLReference(one).key != URLReference(other).key)
    }
}
