import RadioCore

/// Why a transfer came to nothing, or ended before its time.
package struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Kind: String, Hashable, Sendable {
        case invalidURL
        case unsupportedScheme
        case nameLookup
        case refused
        case unreachable
        case timedOut
        case tls
        case stalled
        case reset
        case emptyReply
        case tooManyRedirects
        /// From https to http, without leave.
        case redirectToHTTP
        /// To anything but http and https.
        case redirectToForbidden
        case cancelled
        /// What came was not HTTP, or not as HTTP demands.
        case malformed
        case other
    }

    /// What kind of failure it is.
    package let kind: Kind
    /// What was attempted, as in "could not …".
    package let operation: String
    /// libcurl's own number for it, 0 when we found it ourselves.
    package let code: Int
    /// libcurl's own words, empty when it has none.
    package let detail: String
    /// The URL it happened at, without secrets.
    package let url: String

    /// Describes a failure at `url`, from which secrets are taken out here.
    package init(kind: Kind, operation: String, code: Int = 0, detail: String = "", url: String) {
        self.kind = kind
        self.operation = operation
        self.code = code
        self.detail = SafeText.clean(detail)
        self.url = SafeURL.redacted(url)
    }

    /// One sentence that says what happened and what to do.
    package var description: String {
        "could not \(operation) \(url): \(advice)\(detail.isEmpty ? "" : " (\(detail))")"
    }

    private var advice: String {
        switch kind {
        case .invalidURL: "it is not a valid address; check how it is written"
        case .unsupportedScheme: "only http and https addresses can be played"
        case .nameLookup: "the host name is not known; check the address and the network"
        case .refused: "nothing listens there; the station may be down, or the port wrong"
        case .unreachable: "there is no way to that host; check the network"
        case .timedOut: "no answer came in time; the station may be down, or the network slow"
        case .tls: "the connection is not secure; check the clock, or give the certificate with --cacert"
        case .stalled: "nothing has come for too long; the station or the network is stuck"
        case .reset: "the connection broke"
        case .emptyReply: "the server closed the connection without an answer; check the port"
        case .tooManyRedirects: "it redirects in a circle; check the address"
        case .redirectToHTTP: "it redirects from https to http; --allow-http follows there"
        case .redirectToForbidden: "it redirects to what is neither http nor https; check the address"
        case .cancelled: "it was cancelled"
        case .malformed: "what came is not an HTTP answer; check the port"
        case .other: "the transfer failed"
        }
    }
}
