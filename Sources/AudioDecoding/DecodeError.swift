/// Why bytes cannot be made sound: a sentence for the listener in each case.
package enum DecodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing came at all.
    case empty
    /// A web page.
    case webPage
    /// XML of some kind.
    case xml
    /// A playlist, or another list of addresses.
    case playlist
    /// Text of no known kind.
    case text
    /// A container or a codec that is known and not played; its name.
    case unsupported(String)
    /// So many bytes, or so much time, without one frame of sound.
    case garbage
    /// All bytes came, and none of them were sound.
    case unknown
    /// FFmpeg refused; its words.
    case library(String)

    /// What is wrong, as one sentence.
    package var description: String {
        switch self {
        case .empty: "The server sent nothing; the station may be off the air."
        case .webPage: "The address leads to a web page, not to a stream; look there for the stream's own address."
        case .xml: "The address gives an XML document, not sound; it may be a playlist or an error message."
        case .playlist: "The address gives a playlist where sound was expected; use an address that is in it."
        case .text: "The server sent text, not sound; check the address of the stream."
        case .unsupported(let name):
            "The stream is \(name), which cannot be played; choose one in MP3, AAC, Ogg or FLAC."
        case .garbage: "No sound was found in what the server sends; check that the address is an audio stream."
        case .unknown: "What the server sent is not sound that can be decoded; check the address of the stream."
        case .library(let words): "The sound cannot be decoded (\(words)); try another stream of the station."
        }
    }
}
