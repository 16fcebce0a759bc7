/// Every option of every command; the raw value is the long name.
package enum OptionName: String, CaseIterable, Sendable {
    case station
    case stations
    case volume
    case buffer
    case device
    case output
    case json
    case stats
    case noKeys = "no-keys"
    case giveUp = "give-up"
    case caFile = "cacert"
    case allowHTTP = "allow-http"
    case instance
    case log
    case quiet
    case help
    case version

    /// As it is typed.
    package var flag: String { "--\(rawValue)" }
}
