import RadioCore
import Testing

struct HTMLEntitiesTests {
    @Test(arguments: [
        ("A &amp; B", "A & B"), ("It&#8217;s", "It’s"), ("&#x41;&#X42;", "AB"),
        ("caf&eacute; &ndash; &uuml;", "café – ü"),
        ("&nbsp;&yuml;", "\u{A0}ÿ"), ("&amp;amp;", "&amp;"), ("AT&T; x", "AT&T; x"), ("R&B", "R&B"),
        ("&;&#;&#x;", "&;&#;&#x;"),
        ("&#0;&#xD800;&#99999999;", "&#0;&#xD800;&#99999999;"), ("&notanentity;", "&notanentity;"), ("", ""),
        ("&", "&"),
        ("&amp", "&amp"),
    ])
    func `references become their characters, once, and everything else stays`(text: String, decoded: String) {
        #expect(HTMLEntities.decode(text) == decoded)
    }

    @Test func `a control character in disguise is one all the same`() {
        #expect(SafeText.clean(HTMLEntities.decode("a&#27;[31mb")) == SafeText.clean("a\u{1B}[31mb"))
    }
}
