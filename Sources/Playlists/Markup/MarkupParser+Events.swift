import CXML2

extension MarkupParser {
    /// What libxml2 calls: elements, texts and CDATA sections, and nothing else.
    static func handler() -> xmlSAXHandler {
        // Safe: a handler of zeros is one without any functions.
        var handler = unsafe xmlSAXHandler()
        unsafe handler.startElement = { unsafe MarkupParser.start($0, $1, $2) }
        unsafe handler.endElement = { context, _ in unsafe MarkupParser.builder(context)?.end() }
        unsafe handler.characters = { unsafe MarkupParser.text($0, $1, $2) }
        unsafe handler.ignorableWhitespace = handler.characters
        unsafe handler.cdataBlock = handler.characters
        return unsafe handler
    }

    /// The builder that the parser was made with.
    private static func builder(_ context: UnsafeMutableRawPointer?) -> MarkupBuilder? {
        // Safe: the context is the builder, and lives as long as the parser.
        unsafe context.map { unsafe Unmanaged<MarkupBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func start(
        _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        var values: [String: String] = [:]
        var next = unsafe attributes
        // Safe: names and values follow each other in turn, and a name that is null ends them.
        while let pair = unsafe next, let key = unsafe pair[0] {
            if let value = unsafe pair[1] { unsafe values[plain(key)] = String(cString: value) }
            unsafe next = pair + 2
        }
        guard let name = unsafe name else { return }
        unsafe builder(context)?.start(plain(name), values)
    }

    private static func text(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ length: Int32) {
        // Safe: libxml2 gives a pointer with the length of what it points to.
        let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(length))
        unsafe builder(context)?.text(String(decoding: bytes, as: UTF8.self))
    }

    /// A name in lower case and without its prefix.
    private static func plain(_ name: UnsafePointer<xmlChar>) -> String {
        // Safe: libxml2 ends names with NUL.
        let name = unsafe String(cString: name).lowercased()
        return name.split(separator: ":").last.map(String.init) ?? name
    }
}
