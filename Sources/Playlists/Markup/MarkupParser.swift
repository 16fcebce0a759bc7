import CXML2

/// Reads XML by libxml2, and what only looks like XML by its HTML parser: that one minds neither the case of names nor
/// a bare `&` nor a value without quotes.
///
/// Only the events of elements and texts are asked for. Nobody listens for entities, so that a document can declare
/// none and none can grow; no DTD is loaded, and the network is off. Safe to call from any thread.
enum MarkupParser {
    /// How many bytes are handed over at a time: after a document that is too much, so many are parsed for nothing.
    private static let piece = 4096
    /// libxml2 wants to be initialised once, before threads use it; a static constant is.
    private static let library: Void = xmlInitParser()

    /// The elements of `text`.
    static func parse(_ text: some StringProtocol) -> MarkupElement {
        _ = library
        // A NUL would end the text for a C library.
        let bytes = Array(ListText.trimmed(text).utf8.filter { $0 != 0 })
        let strict = MarkupBuilder()
        if readXML(bytes, into: strict) || strict.isFull { return strict.document() }
        let tolerant = MarkupBuilder()
        readHTML(bytes, into: tolerant)
        return tolerant.document()
    }

    /// Reads `bytes` and says whether they are well-formed XML.
    private static func readXML(_ bytes: [UInt8], into builder: MarkupBuilder) -> Bool {
        var handler = unsafe handler()
        let context = unsafe Unmanaged.passUnretained(builder).toOpaque()
        // Safe: the handler is copied; the builder is not retained, and outlives the parser, which is freed here.
        let parser = unsafe xmlCreatePushParserCtxt(&handler, context, nil, 0, nil)
        guard let parser = unsafe parser else { return false }
        defer { unsafe xmlFreeParserCtxt(parser) }
        // The text is UTF-8 by now, whatever it declares itself to be.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        _ = unsafe xmlCtxtUseOptions(parser, Int32(options))
        unsafe feed(bytes, builder) { unsafe xmlParseChunk(parser, $0, $1, $2) }
        return unsafe CXML2_isWellFormed(parser) == 1
    }

    private static func readHTML(_ bytes: [UInt8], into builder: MarkupBuilder) {
        var handler = unsafe handler()
        let context = unsafe Unmanaged.passUnretained(builder).toOpaque()
        // Safe: as above.
        let parser = unsafe htmlCreatePushParserCtxt(
            &handler, context, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        guard let parser = unsafe parser else { return }
        defer { unsafe htmlFreeParserCtxt(parser) }
        let options = HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        _ = unsafe htmlCtxtUseOptions(parser, Int32(options))
        unsafe feed(bytes, builder) { unsafe htmlParseChunk(parser, $0, $1, $2) }
    }

    /// Hands `bytes` to a parser piece by piece, until there are no more or there is too much in them.
    private static func feed(
        _ bytes: [UInt8], _ builder: MarkupBuilder, parse: (UnsafePointer<CChar>?, Int32, Int32) -> Int32
    ) {
        var rest = bytes[...]
        repeat {
            let piece = rest.prefix(piece).map { CChar(bitPattern: $0) }
            rest = rest.dropFirst(piece.count)
            // Safe: the pointer and the length describe an array that outlives the call.
            _ = unsafe parse(piece, Int32(piece.count), rest.isEmpty ? 1 : 0)
        } while !rest.isEmpty && !builder.isFull
    }
}
