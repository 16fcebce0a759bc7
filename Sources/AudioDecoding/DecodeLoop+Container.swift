extension DecodeLoop {
    /// Decodes one FLAC stream, or one link of an Ogg chain, by a demuxer and a decoder of its own.
    func decodeContainer(_ container: Demuxer.Container, at place: Int) throws(FFmpegError) -> SegmentEnd {
        feed.patience.allowHeaders()
        let bytes = ContainerBytes(feed, at: place, isChain: container == .ogg)
        let demuxer: Demuxer
        do throws(FFmpegError) {
            // Safe: what is read stays within the memory that FFmpeg lends for the call.
            let reader = try unsafe AVIOReader(bufferSize: container.bufferSize) { destination in
                unsafe bytes.read(into: destination)
            }
            demuxer = try Demuxer(container, reader: reader)
        } catch {
            noteCorrupt()
            // Whatever FFmpeg disliked lies before the place that it has read up to.
            return bytes.end ?? .lost(at: max(bytes.place, place + 1))
        }
        guard let decoder = try? AudioDecoder(for: demuxer) else {
            return .failed(.unsupported("\(demuxer.codecName) in \(container.rawValue)"))
        }
        var track = ContainerTrack(container, at: place, demuxer: demuxer)
        while !control.isCancelled, track.canGoOn {
            guard try step(&track, with: decoder) else { break }
        }
        decoder.sendEnd()
        try take(decoder, from: feed.position(of: track.place), as: container.rawValue, bitrate: decoder.bitrate)
        return control.isCancelled ? .cancelled : bytes.end ?? .lost(at: bytes.place)
    }

    /// Reads and decodes one packet; false at the end.
    private func step(_ track: inout ContainerTrack, with decoder: AudioDecoder) throws(FFmpegError) -> Bool {
        do throws(FFmpegError) {
            guard try track.read() else { return false }
        } catch {
            noteCorrupt()
            return true
        }
        do throws(FFmpegError) {
            try decoder.sendPacket(of: track.demuxer)
        } catch {
            try conceal(samples: decoder.frame.count, sampleRate: max(1, decoder.frame.sampleRate))
            return true
        }
        let position = feed.position(of: track.place)
        try take(decoder, from: position, as: track.container.rawValue, bitrate: decoder.bitrate)
        return true
    }
}

/// Where the packets of a container lie, while it is decoded.
struct ContainerTrack {
    /// So many failures in a row to read a packet, and the container is given up.
    private static let failureLimit = 64

    let container: Demuxer.Container
    let demuxer: Demuxer
    private let begin: Int
    /// FLAC: how far behind the beginning the next frame lies, since all bytes behind the headers are frames.
    private var offset: Int
    private var failures = 0
    /// The place where the packet read last begins; for Ogg the page that it begins on.
    private(set) var place: Int

    /// A container that begins at `place` and whose headers have been read.
    init(_ container: Demuxer.Container, at place: Int, demuxer: Demuxer) {
        self.container = container
        self.demuxer = demuxer
        begin = place
        self.place = place
        offset = demuxer.consumed
    }

    /// Whether it makes sense to read on.
    var canGoOn: Bool { failures < Self.failureLimit }

    /// Reads the next packet; false at the end.
    mutating func read() throws(FFmpegError) -> Bool {
        failures += 1
        guard try demuxer.read() else { return false }
        failures = 0
        switch container {
        case .ogg, .mpegts: place = begin + (demuxer.packetOffset ?? place - begin)
        case .flac:
            place = begin + offset
            offset += demuxer.packetSize
        }
        return true
    }
}
