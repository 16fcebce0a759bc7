import CCurl

/// A list of strings that libcurl borrows; it must outlive the handle that it was given to.
@safe final class CurlList {
    // Safe: the list belongs to this object alone, and is freed with it.

    /// The list's first link, `nil` when it is empty.
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ lines: [String]) {
        // libcurl copies the line, and gives nothing when memory is out: the list then stays as it was.
        for line in lines { unsafe first = curl_slist_append(first, line) ?? first }
    }

    deinit { unsafe curl_slist_free_all(first) }
}
