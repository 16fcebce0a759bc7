import RadioCore

/// Why an address in a list is not followed.
package enum LinkRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its scheme is neither http nor https; the scheme in lower case, safe to show.
    case scheme(String)
    /// It is the path of a file on somebody's disk.
    case localFile
    /// It is no address.
    case malformed
    /// It is longer than any address is.
    case tooLong

    /// What the address is, as in "it is …".
    package var description: String {
        switch self {
        case .scheme(let scheme): "a \(scheme): address"
        case .localFile: "a file's path"
        case .malformed: "no address at all"
        case .tooLong: "longer than an address may be"
        }
    }
}
