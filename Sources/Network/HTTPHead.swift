/// Collects the lines of an answer's head as they come; each status line begins it anew.
///
/// Pure; holds 64 KiB of fields at most and leaves out what is more.
struct HTTPHead {
    /// Bytes of names and values that are kept.
    static let fieldLimit = 1 << 16
    /// Bytes of all heads of one exchange; a server that sends more is not worth listening to.
    static let totalLimit = 1 << 20

    /// The code of the last status line, 0 before there is one.
    private(set) var status = 0
    private(set) var fields: [HTTPResponse.Field] = []
    /// Whether the empty line behind the fields has come.
    private(set) var isComplete = false
    private var kept = 0
    private var total = 0

    /// Where a redirect leads to.
    var location: String? {
        fields.first { $0.name == "location" }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Takes one line with its line end; false once the server has sent far too much.
    mutating func take(line: [UInt8]) -> Bool {
        total += line.count
        let text = line.trimmed
        if let code = Self.statusCode(text) {
            status = code
            (fields, kept, isComplete) = ([], 0, false)
        } else if text.isEmpty {
            isComplete = true
        } else if let field = Self.field(text) {
            keep(field)
        }
        return total <= Self.totalLimit
    }

    private mutating func keep(_ field: HTTPResponse.Field) {
        let size = field.name.utf8.count + field.bytes.count
        guard kept + size <= Self.fieldLimit else { return }
        kept += size
        fields.append(field)
    }

    /// The code in `HTTP/1.1 404 Not Found` or `ICY 404 Resource Not Found`; `nil` when it is no status line.
    private static func statusCode(_ line: ArraySlice<UInt8>) -> Int? {
        guard line.starts(with: "HTTP/".utf8) || line.starts(with: "ICY ".utf8) else { return nil }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1, words[1].count == 3 else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    private static func field(_ line: ArraySlice<UInt8>) -> HTTPResponse.Field? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: line[..<colon].trimmed, as: UTF8.self).lowercased()
        return HTTPResponse.Field(name: name, bytes: Array(line[(colon + 1)...].trimmed))
    }
}

extension Collection<UInt8> where SubSequence == ArraySlice<UInt8> {
    /// Without blanks and line ends around it.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0d, 0x0a].contains($0) }
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
