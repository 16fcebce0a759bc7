package import Network
package import Playlists

/// Why a station's stream cannot be had, or was lost.
package struct StreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Kind: Hashable, Sendable {
        /// 401, 403 or 407.
        case refused(status: Int)
        /// 404 or 410.
        case notFound(status: Int)
        /// 429 or 503, and how long the server asks us to stay away.
        case busy(status: Int, retryAfter: Duration?)
        /// Any other 5xx.
        case server(status: Int)
        /// Any other status that brings no stream.
        case badStatus(Int)
        /// The transfer failed.
        case network(NetworkError)
        /// The server ended the answer before its first byte.
        case empty
        /// The server ended a live stream.
        case closed
        /// The connection is open, but no byte has come for too long.
        case stalled
        /// Bytes come more slowly than they are played.
        case trickling
        /// ICY blocks are not where the server said.
        case misaligned
        /// A list of streams leads to none.
        case playlist(PlaylistError)
        /// What comes cannot be decoded, and why.
        case undecodable(String)
    }

    /// What kind of failure it is.
    package let kind: Kind
    /// The stream's URL, without secrets; empty when the failure was found behind the transfer.
    package let url: String

    /// Describes a failure of the stream at `url`, which holds no secrets any more.
    package init(_ kind: Kind, url: String) {
        self.kind = kind
        self.url = url
    }

    /// What the decoder says when it can do nothing with the stream.
    package static func undecodable(_ reason: String) -> StreamError {
        StreamError(.undecodable(reason), url: "")
    }

    /// A stable name for scripts.
    package var code: String {
        switch kind {
        case .refused: "stream-refused"
        case .notFound: "stream-not-found"
        case .busy: "stream-busy"
        case .server, .badStatus: "stream-bad-answer"
        case .network(let error): error.kind == .stalled ? "stream-stalled" : "stream-unreachable"
        case .stalled, .trickling: "stream-stalled"
        case .empty: "stream-empty"
        case .closed: "stream-closed"
        case .misaligned: "stream-misaligned"
        case .playlist(let error): error.code
        case .undecodable: "stream-undecodable"
        }
    }

    /// One sentence that says what happened and what to do.
    package var description: String {
        switch kind {
        case .refused(let status):
            "\(subject) refuses us (\(status)); it may want a user and a password in its address, or be full"
        case .notFound(let status):
            "\(subject) answers \(status): there is no such stream; check the address, or whether the station is on air"
        case .busy(let status, let retryAfter):
            "\(subject) has no room for us now (\(status))\(Self.wish(retryAfter)); it is tried again later"
        case .server(let status):
            "\(subject) has a fault of its own (\(status)); it is tried again"
        case .badStatus(let status):
            "\(subject) answers \(status), which brings no stream; check the address"
        case .network(let error):
            error.description
        case .empty:
            "\(subject) ends before its first byte; the station may be off air"
        case .closed:
            "\(subject) was closed by the server; it is connected again"
        case .stalled:
            "\(subject) no longer brings anything; it is connected again"
        case .trickling:
            "\(subject) comes more slowly than it is played; it is connected again"
        case .misaligned:
            "\(subject) has its titles in the wrong places; it is connected again without them"
        case .playlist(let error):
            error.description
        case .undecodable(let reason):
            "\(subject) gives no audio that can be decoded: \(reason)"
        }
    }

    private var subject: String { url.isEmpty ? "the stream" : url }

    private static func wish(_ retryAfter: Duration?) -> String {
        retryAfter.map { " and asks us to wait \($0.components.seconds) s" } ?? ""
    }
}

extension StreamError.Kind {
    /// What a status means that is not 2xx; `retryAfter` is what the server asked for.
    init(status: Int, retryAfter: Duration?) {
        self =
            switch status {
            case 401, 403, 407: .refused(status: status)
            case 404, 410: .notFound(status: status)
            case 429, 503: .busy(status: status, retryAfter: retryAfter)
            case 500..<600: .server(status: status)
            default: .badStatus(status)
            }
    }
}
