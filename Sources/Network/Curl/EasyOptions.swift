import CCurl
import Glibc

/// How every transfer of ours is set up. libcurl copies all strings that it is given here.
@safe struct EasyOptions {
    private static let schemes = "http,https"

    private let easy: UnsafeMutableRawPointer

    init(easy: UnsafeMutableRawPointer) {
        unsafe self.easy = easy
    }

    /// Sets everything but the callbacks and the lists. Proxies stay as the environment says.
    func apply(_ request: HTTPRequest) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_USERAGENT, request.userAgent)
        set(CURLOPT_PROTOCOLS_STR, Self.schemes)
        set(CURLOPT_REDIR_PROTOCOLS_STR, Self.schemes)
        set(CURLOPT_FOLLOWLOCATION, 1)
        set(CURLOPT_MAXREDIRS, 10)
        // HTTP/2 brings nothing to one long answer, and proxies in front of Icecast get it wrong.
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Cookies are kept for the exchange, since redirects set some; there is no file.
        set(CURLOPT_COOKIEFILE, "")
        set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
        applyConnection(request)
        applyTrust(request)
    }

    /// Sets the lists of a transfer, which libcurl does not copy.
    func apply(headers: CurlList, aliases: CurlList) {
        unsafe CCurl_setList(easy, CURLOPT_HTTPHEADER, headers.first)
        unsafe CCurl_setList(easy, CURLOPT_HTTP200ALIASES, aliases.first)
    }

    /// The lines of a request's own header fields, without any that could smuggle in another.
    static func headerLines(of request: HTTPRequest) -> [String] {
        // libcurl takes "Name;" as a field without a value, and "Name:" as one to leave out.
        let lines = request.headers.sorted { $0.key < $1.key }
            .map { $0.value.isEmpty ? "\($0.key);" : "\($0.key): \($0.value)" }
            .filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } }
        return lines + (request.icy ? ["Icy-MetaData: 1"] : [])
    }

    private func applyConnection(_ request: HTTPRequest) {
        // No signals: libcurl runs on a thread of its own.
        set(CURLOPT_NOSIGNAL, 1)
        // A transfer that ends does not wait for a name lookup that hangs.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.limits.connect / .milliseconds(1)))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_TCP_KEEPIDLE, 15)
        set(CURLOPT_TCP_KEEPINTVL, 10)
        set(CURLOPT_BUFFERSIZE, 64 << 10)
        // A connection that a stream had is never of use again, and a retry wants a new one.
        set(CURLOPT_FRESH_CONNECT, request.sharesConnection ? 0 : 1)
        set(CURLOPT_FORBID_REUSE, request.sharesConnection ? 0 : 1)
        if let range = request.range { set(CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound - 1)") }
    }

    private func applyTrust(_ request: HTTPRequest) {
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        // libcurl does not look at SSL_CERT_FILE. The system's directory of certificates stays in force beside it.
        if let file = request.caFile ?? Self.environment("SSL_CERT_FILE") { set(CURLOPT_CAINFO, file) }
    }

    private func set(_ option: CURLoption, _ value: Int) {
        unsafe CCurl_setLong(easy, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        unsafe CCurl_setString(easy, option, value)
    }

    private static func environment(_ name: String) -> String? {
        // Safe: copied at once; nothing of ours changes the environment.
        guard let value = unsafe getenv(name), let text = unsafe String(validatingCString: value) else { return nil }
        return text.isEmpty ? nil : text
    }
}
