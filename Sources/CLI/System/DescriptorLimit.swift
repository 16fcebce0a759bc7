import Glibc

/// How many descriptors this process may open: a player needs a few dozen, and the libraries under it end it without.
enum DescriptorLimit {
    /// What a player may need at most: sockets, pipes, and those of clients.
    static let needed = 40

    /// Raises the limit where it is too low and may be raised; the sentence says what to do where it may not.
    static func complaint() -> String? {
        var limit = rlimit()
        // Safe: `limit` outlives the calls, which only fill or read it.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < needed else {
            return nil
        }
        limit.rlim_cur = min(rlim_t(needed), limit.rlim_max)
        let isRaised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        guard !isRaised || limit.rlim_cur < needed else { return nil }
        return
            "only \(limit.rlim_cur) files may be open, and a player needs \(needed): raise it with ulimit -n \(needed)"
    }
}
