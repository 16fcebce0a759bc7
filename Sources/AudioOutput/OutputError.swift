/// Why an output does not work: what was attempted, on what, and the system's or the library's own words.
package struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of failure it is, for deciding what to do about it.
    package enum Kind: Equatable, Sendable {
        /// No sound server answers; it may come up later.
        case noServer
        /// The server does not know the device; these it knows.
        case noSuchDevice(known: [String])
        /// The server refuses the stream.
        case refused
        /// The server was there and is gone, or has ended the stream.
        case lost
        /// The output file cannot be created.
        case cannotCreate
        /// Writing the output failed.
        case writeFailed
        /// The reader of standard output went away, or a FIFO has none yet.
        case readerGone
    }

    /// What kind of failure it is.
    package let kind: Kind
    /// What it happened on: a device, a file, or the server.
    package let subject: String
    /// The library's or the system's own words.
    package let words: String

    /// Describes a failure of `subject`.
    package init(_ kind: Kind, subject: String, words: String) {
        self.kind = kind
        self.subject = subject
        self.words = words
    }

    /// The output was closed while it was being opened.
    static let closed = OutputError(.lost, subject: "output", words: "closed")

    /// Whether a FIFO was opened that nobody reads yet.
    var isWaitingForReader: Bool { kind == .readerGone }

    /// One sentence that a listener can act on.
    package var description: String {
        switch kind {
        case .noServer:
            "No sound server answers (\(words)); start PulseAudio or PipeWire, or choose another --output."
        case .noSuchDevice(let known):
            "There is no sound device \"\(subject)\"; known are: \(known.joined(separator: ", "))."
        case .refused: "The sound server refuses the stream (\(words))."
        case .lost: "The connection to the sound server was lost (\(words))."
        case .cannotCreate: "Cannot create \(subject): \(words)."
        case .writeFailed: "Cannot write \(subject): \(words)."
        case .readerGone: "Nobody reads \(subject) any more."
        }
    }
}
