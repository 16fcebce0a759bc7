/// Finds out what a document of markup is, by the name of its root. Pure.
enum MarkupSignature {
    /// Roots of what is meant for a browser. Servers' error pages are often no more than a piece of HTML.
    private static let pageRoots: Set<String> = [
        "html", "head", "body", "title", "meta", "link", "script", "style", "base", "div", "span", "p", "br", "b", "i",
        "a", "h1", "h2", "h3", "center", "font", "table", "pre", "form", "iframe", "img", "frameset", "noscript",
        "main", "section", "header", "article", "strong", "hr", "ul", "svg",
    ]

    /// The processing instruction that QuickTime's links begin with.
    private static let quickTime = "<?quicktime"

    /// Looks at `text`, which begins with `<`; it is the whole of a document if `isAll`, else its beginning.
    static func look(at text: Substring, isAll: Bool) -> ListSignature.Verdict {
        var rest = text
        while rest.hasPrefix("<") {
            switch prologue(&rest) {
            case .passed: rest = ListText.trimmed(rest)
            case .verdict(let verdict): return verdict
            case .cut: return isAll ? .other : .undecided
            case .root: return root(rest.dropFirst(), isAll: isAll)
            }
        }
        return rest.isEmpty && !isAll ? .undecided : .other
    }

    /// What stands before the root.
    private enum Prologue {
        case passed
        case verdict(ListSignature.Verdict)
        case cut
        case root
    }

    /// Passes one item of the prologue: a processing instruction, a comment, a document type (XML 1.0, 2.8).
    private static func prologue(_ rest: inout Substring) -> Prologue {
        if rest.hasPrefix("<!--") { return pass("-->", &rest) }
        if rest.hasPrefix("<?") {
            let isQuickTime = rest.prefix(quickTime.count).lowercased() == quickTime
            return isQuickTime ? .verdict(.list(.qtl)) : pass("?>", &rest)
        }
        guard rest.hasPrefix("<!") else { return rest.count > 1 ? .root : .cut }
        let type = rest.prefix { $0 != ">" && $0 != "[" }
        if type.lowercased().split(whereSeparator: \.isWhitespace).dropFirst().first == "html" {
            return .verdict(.webPage)
        }
        return pass(rest[type.endIndex...].hasPrefix("[") ? "]>" : ">", &rest)
    }

    private static func pass(_ end: String, _ rest: inout Substring) -> Prologue {
        guard let found = rest.firstRange(of: end) else { return .cut }
        rest = rest[found.upperBound...]
        return .passed
    }

    /// What a document is whose root's name begins `rest`.
    private static func root(_ rest: Substring, isAll: Bool) -> ListSignature.Verdict {
        let name = rest.prefix { !$0.isWhitespace && !"/>".contains($0) }
        guard isAll || name.endIndex < rest.endIndex else { return name.count > 64 ? .other : .undecided }
        switch String(name.split(separator: ":").last ?? "").lowercased() {
        case "asx": return .list(.asx)
        case "playlist": return .list(.xspf)
        case "embed": return .list(.qtl)
        case "smil": return .list(.smil)
        case let root: return pageRoots.contains(root) ? .webPage : .other
        }
    }
}
