/// A whole answer.
package struct HTTPFetched: Hashable, Sendable {
    /// Its head; the status is 2xx.
    package let response: HTTPResponse
    /// Its body; of a request for a range that range of it, whatever the server sent.
    package let bytes: [UInt8]
}
