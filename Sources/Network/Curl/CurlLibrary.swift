import CCurl

/// What concerns libcurl as a whole.
enum CurlLibrary {
    /// Sets libcurl up once; Swift makes sure that only one thread does it, as libcurl asks for.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// The versions of libcurl and of what it was built with.
    static var version: String {
        // Safe: a static string of libcurl's.
        let words = unsafe String(cString: curl_version())
        return words.hasPrefix("libcurl/") ? String(words.dropFirst(8)) : words
    }

    /// A new multi handle; whoever takes it frees it.
    static func makeMulti() -> UnsafeMutableRawPointer {
        precondition(isReady, "libcurl does not start")
        guard let multi = unsafe curl_multi_init() else { preconditionFailure("libcurl gives no multi handle") }
        return unsafe multi
    }

    /// libcurl's words for a code.
    static func words(for code: CURLcode) -> String {
        // Safe: a static string of libcurl's.
        unsafe String(cString: curl_easy_strerror(code))
    }
}
