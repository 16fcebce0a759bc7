/// Puts the characters in place of HTML's references to them (HTML Living Standard, 13.5): titles are often typed into
/// web forms. Pure; what is no reference, or names no character that we know, stays as it is.
package enum HTMLEntities {
    /// The longest reference that is looked for, without its ends.
    private static let longest = 8
    /// The names of U+00A0 to U+00FF, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
        uuml yacute thorn yuml
        """
    private static let others: [Substring: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘",
        "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•", "euro": "€",
        "trade": "™",
    ]
    private static let names: [Substring: Unicode.Scalar] = {
        var names = others
        for (offset, name) in latin.split(separator: " ").enumerated() {
            names[name] = Unicode.Scalar(UInt8(0xA0 + offset))
        }
        return names
    }()

    /// `text` with its references replaced, once: what they make is not looked at again.
    package static func decode(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var out = String.UnicodeScalarView()
        var rest = text[...].unicodeScalars
        while let scalar = rest.first {
            rest.removeFirst()
            if scalar == "&", let (replaced, length) = reference(rest.prefix(longest + 1)) {
                out.append(replaced)
                rest.removeFirst(length)
            } else {
                out.append(scalar)
            }
        }
        return String(out)
    }

    /// The character that a reference stands for, and its length with the semicolon.
    private static func reference(_ text: Substring.UnicodeScalarView) -> (Unicode.Scalar, length: Int)? {
        guard let end = text.firstIndex(of: ";") else { return nil }
        let name = Substring(text[..<end])
        guard let scalar = names[name] ?? number(name) else { return nil }
        return (scalar, name.unicodeScalars.count + 1)
    }

    private static func number(_ name: Substring) -> Unicode.Scalar? {
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        guard let value, value > 0 else { return nil }
        return Unicode.Scalar(value)
    }
}
