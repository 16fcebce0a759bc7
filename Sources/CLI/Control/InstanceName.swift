/// The names of players, as the control socket's file name carries them.
enum InstanceName {
    /// Whether `text` may name a player: a-z, 0-9 and `-`, at most 32.
    static func isValid(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}
