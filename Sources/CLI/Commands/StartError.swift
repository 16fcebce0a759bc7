import RadioCore

/// Why a player does not even start; ends with status 78.
struct StartError: Error, Hashable {
    /// Stable, in kebab case.
    let code: String
    /// One sentence that a person can act on.
    let message: String

    /// There is no station list.
    static let noList = StartError(
        code: "no-station-list",
        message: "no station list is found: name one with --stations FILE, or play a URL")

    /// The list cannot be read or is invalid.
    static func invalidList(_ error: StationListError) -> StartError {
        StartError(code: "invalid-station-list", message: error.description)
    }

    /// The list has no such station.
    static func unknownStation(_ id: String, nearest: [String]) -> StartError {
        StartError(
            code: "unknown-station",
            message: "no station \(UsageError.quoted(id)) in the list; the nearest are "
                + nearest.joined(separator: ", "))
    }

    /// The station leaves it to its server to tell where it sends.
    static func mountsUnknown(_ station: Station) -> StartError {
        StartError(
            code: "mounts-unknown",
            message: "station \"\(station.id)\" (\(SafeText.clean(station.name))) names no streams, and its AzuraCast "
                + "server cannot be asked for its mounts yet: add \"streams\" to it in the list")
    }
}
