/// Reads PLS lists: `File1=`, `Title1=`, `Length1=`, in any order and any case; `NumberOfEntries` is often wrong and
/// never looked at. Windows Media's `[Reference]` lists are the same with `Ref1=`.
enum PLSReader {
    /// What one line says of the entry with that number.
    private struct Field {
        let key: String
        let number: Int
        let value: Substring

        init?(_ line: Substring) {
            guard let equals = line.firstIndex(of: "=") else { return nil }
            let name = ListText.trimmed(line[..<equals])
            let key = name.prefix { !$0.isNumber }
            // A key without a number is what lists of one entry have.
            guard let number = key.endIndex == name.endIndex ? 0 : DecimalNumber.read(name[key.endIndex...]) else {
                return nil
            }
            self.key = key.lowercased()
            self.number = number
            value = ListText.trimmed(line[equals...].dropFirst())
        }
    }

    /// Adds the entries of `text` to `list`, by their numbers.
    static func read(_ text: String, into list: inout EntryCollector) {
        let fields = ListText.lines(of: text).compactMap(Field.init)
        let titles = values(of: "title", in: fields)
        let lengths = values(of: "length", in: fields)
        let addresses = fields.filter { ["file", "ref"].contains($0.key) && !$0.value.isEmpty }
        for (_, field) in addresses.enumerated().sorted(by: { ($0.1.number, $0.0) < ($1.1.number, $1.0) }) {
            let duration = lengths[field.number].flatMap(DecimalSeconds.read)
            list.add(field.value, title: titles[field.number], duration: duration == .zero ? nil : duration)
        }
    }

    private static func values(of key: String, in fields: [Field]) -> [Int: Substring] {
        Dictionary(fields.filter { $0.key == key }.map { ($0.number, $0.value) }) { first, _ in first }
    }
}
