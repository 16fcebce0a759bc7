import Testing

/// Feeds `bytes` to a parser in every way that a network may: whole, byte by byte, and cut in two at every place; each
/// must give what feeding it whole gives, which is returned.
func drip<Result: Equatable>(
    _ bytes: [UInt8], cutsEvery step: Int = 1, _ parse: (_ pieces: [[UInt8]]) -> Result
) -> Result {
    let whole = parse([bytes])
    #expect(parse(bytes.map { [$0] }) == whole, "byte by byte")
    for cut in stride(from: 0, through: bytes.count, by: step) {
        #expect(parse([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
    return whole
}
