package import Rings

/// What a decode session has to tell, in the order in which it happens. Frames are output frames, counted from 0.
package enum DecodeEvent: Sendable {
    /// Sound has been decoded: here is where to take it from. Comes once, when the first frames are in the ring.
    case source(AudioSource)
    /// What the stream is, from that frame on; at the start and whenever it changes.
    case stream(StreamFormat, atFrame: Int)
    /// The frame where the first packet begins that lies at or behind a byte position that was asked for.
    case reached(bytePosition: Int, frame: Int)
    /// Half a minute of silence ends with the packet that begins at that byte, and at that frame.
    case silence(bytePosition: Int, frame: Int)
    /// So many packets in all could not be decoded and were replaced by silence. Told seldom: when the count doubles.
    case corrupt(count: Int)
    /// The bytes ended, and that many frames were made of them; nothing follows.
    case ended(frame: Int)
    /// The bytes cannot be decoded, those of the connection that the given byte position belongs to; nothing follows.
    case failed(DecodeError, at: Int)
}
