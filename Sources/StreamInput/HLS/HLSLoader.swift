import Network
import Playlists
import RadioCore

/// Fetches what lists name: other lists, segments, maps and keys.
actor HLSLoader {
    /// Bytes that a segment or a map may have: ten seconds at 25 Mbit/s.
    static let pieceLimit = 32 << 20
    /// How long a list or a key may take; a segment has the patience of its list.
    static let shortPatience = Duration.seconds(15)
    private static let keyLimit = 1 << 10
    /// Keys that are remembered; one is in use at a time, or two.
    private static let mostKeys = 4

    private let context: HLSContext
    private var keys: [(url: String, bytes: [UInt8])] = []
    /// The map that was needed last.
    private var map: (of: HLSMap, piece: HLSPiece)?

    init(_ context: HLSContext) {
        self.context = context
    }

    /// The list at `url`, and where it came from in the end.
    func list(at url: String) async throws(StreamError) -> (list: HLSList, url: String) {
        let fetched = try await fetch(url, limit: HLSList.sizeLimit, within: Self.shortPatience)
        do throws(PlaylistError) {
            return (try HLSList.read(fetched.bytes, base: fetched.response.url), fetched.response.url)
        } catch {
            throw StreamError(.playlist(error), url: error.url)
        }
    }

    /// The media list at `url`, and where it came from in the end.
    func media(at url: String) async throws(StreamError) -> (media: HLSMedia, url: String) {
        let (list, final) = try await list(at: url)
        guard case .media(let media) = list else { throw .undecodable("its HLS lists lead to no sound") }
        return (media, final)
    }

    /// The bytes of `segment`, which may take so long.
    func piece(of segment: HLSSegment, within patience: Duration) async throws(StreamError) -> HLSPiece {
        try await piece(segment.url, segment.byteRange, segment.key, within: patience)
    }

    /// The bytes of `map`; kept until another is asked for.
    func piece(of map: HLSMap) async throws(StreamError) -> HLSPiece {
        if let known = self.map, known.of == map { return known.piece }
        let piece = try await piece(map.url, map.byteRange, map.key, within: Self.shortPatience)
        self.map = (map, piece)
        return piece
    }

    private func piece(
        _ url: String, _ part: HLSByteRange?, _ key: HLSKey?, within patience: Duration
    ) async throws(StreamError) -> HLSPiece {
        let range = part.map { $0.offset..<$0.offset + $0.length }
        let fetched = try await fetch(url, range: range, limit: Self.pieceLimit, within: patience)
        let type = fetched.response.value("content-type", charset: context.station.charset)
        guard let key else { return HLSPiece(bytes: fetched.bytes, contentType: type) }
        let secret = try await bytes(of: key)
        do throws(DecryptionError) {
            let bytes = try AES128CBC.decrypt(fetched.bytes, key: secret, vector: key.vector)
            return HLSPiece(bytes: bytes, contentType: type)
        } catch {
            throw .undecodable("a piece of it cannot be decrypted; its key may be another's")
        }
    }

    private func bytes(of key: HLSKey) async throws(StreamError) -> [UInt8] {
        if let known = keys.first(where: { $0.url == key.url }) { return known.bytes }
        let bytes = try await fetch(key.url, limit: Self.keyLimit, within: Self.shortPatience).bytes
        guard bytes.count == HLSKey.size else { throw .undecodable("its key has \(bytes.count) bytes") }
        keys = keys.suffix(Self.mostKeys - 1) + [(key.url, bytes)]
        return bytes
    }

    // MARK: Fetching

    private func fetch(
        _ url: String, range: Range<Int>? = nil, limit: Int, within patience: Duration
    ) async throws(StreamError) -> HTTPFetched {
        let station = context.station
        let request = HTTPRequest(
            url: url, headers: station.headers, userAgent: station.userAgent, caFile: context.caFile,
            allowHTTPDowngrade: station.allowHTTP, range: range, sharesConnection: true, ledger: context.ledger,
            station: context.scope)
        do throws(HTTPFetchError) {
            return try await fetch(request, limit: limit, within: patience).get()
        } catch {
            throw StreamError(error, at: SafeURL.redacted(url))
        }
    }

    /// Gives a fetch up that takes longer than `patience`: what comes byte by byte is of no use.
    private func fetch(
        _ request: HTTPRequest, limit: Int, within patience: Duration
    ) async -> Result<HTTPFetched, HTTPFetchError> {
        let network = context.network
        let fetch = Task { () -> Result<HTTPFetched, HTTPFetchError> in
            do throws(HTTPFetchError) {
                return .success(try await HTTPFetch.fetch(request, limit: limit, from: network))
            } catch {
                return .failure(error)
            }
        }
        let timer = context.ledger.after(patience, "hls patience", station: context.scope, clock: context.clock) {
            fetch.cancel()
        }
        let result = await withTaskCancellationHandler {
            await fetch.value
        } onCancel: {
            fetch.cancel()
        }
        timer.cancel()
        await timer.value
        return result
    }
}

extension StreamError {
    /// Why what is at `url` (without secrets) did not come whole; it was given up by us only for being too slow.
    fileprivate init(_ error: HTTPFetchError, at url: String) {
        let kind: Kind =
            switch error {
            case .network(let error): error.kind == .cancelled ? .trickling : .network(error)
            case .status(let status, let retryAfter): Kind(status: status, retryAfter: retryAfter)
            case .tooLarge(let limit): .undecodable("it is longer than \(limit >> 10) KiB")
            case .tooShort: .undecodable("it is shorter than its list says")
            }
        self.init(kind, url: url)
    }
}
