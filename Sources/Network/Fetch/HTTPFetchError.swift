/// Why a whole answer cannot be had.
package enum HTTPFetchError: Error, Hashable, Sendable {
    /// The transfer failed, or was cancelled.
    case network(NetworkError)
    /// The server answered with this status, which is not 2xx; how long it asks us to stay away.
    case status(Int, retryAfter: Duration?)
    /// There are more bytes to it than were allowed.
    case tooLarge(limit: Int)
    /// It ends before the range that was asked for does.
    case tooShort
}
