import CCurl
import Glibc

extension NetworkError.Kind {
    /// The kind of failure that libcurl means by `code`; `systemError` is the errno behind it, 0 for none, and `scheme`
    /// that of the URL it happened at. libcurl has one code for a scheme that is not allowed and for HTTP/0.9.
    init(_ code: CURLcode, systemError: Int, at scheme: String?) {
        self =
            switch code {
            case CURLE_URL_MALFORMAT: .invalidURL
            case CURLE_UNSUPPORTED_PROTOCOL: ["http", "https"].contains(scheme) ? .malformed : .redirectToForbidden
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameLookup
            case CURLE_COULDNT_CONNECT: Self(connectError: systemError)
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
            case CURLE_GOT_NOTHING: .emptyReply
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE: .reset
            case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_BAD_CONTENT_ENCODING: .malformed
            default: Self.isTLS(code) ? .tls : .other
            }
    }

    private init(connectError: Int) {
        self =
            switch Int32(truncatingIfNeeded: connectError) {
            case ECONNREFUSED: .refused
            case ETIMEDOUT: .timedOut
            case ECONNRESET: .reset
            default: .unreachable
            }
    }

    private static func isTLS(_ code: CURLcode) -> Bool {
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
        ].contains(code)
    }
}
