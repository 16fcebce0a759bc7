/// Where a station list is looked for when none is named on the command line.
package enum StationListLocations {
    /// The places in their order. A list named by `RADIOSPIRAL_STATIONS` is the only place: whoever names one wants
    /// that one, or to be told that it is not there.
    ///
    /// `executable` is the path of the running program, for the list that is installed with it.
    package static func candidates(environment: [String: String], executable: String?) -> [String] {
        if let named = named(environment) { return [named] }
        let configuration = BaseDirectory.configuration.path(environment: environment)
        let installed = executable.flatMap(installedList)
        return [configuration.map { "\($0)/Stations.json" }, installed, "./Stations.json"].compactMap(\.self)
    }

    /// The first place for which `exists` holds; the named one in any case, and `nil` where there is none.
    package static func find(
        environment: [String: String], executable: String?, exists: (String) -> Bool
    ) -> String? {
        named(environment) ?? candidates(environment: environment, executable: executable).first(where: exists)
    }

    private static func named(_ environment: [String: String]) -> String? {
        environment["RADIOSPIRAL_STATIONS"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `PREFIX/share/radiospiral/Stations.json` for the program `PREFIX/bin/radiospiral`.
    private static func installedList(_ executable: String) -> String? {
        let parts = executable.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return nil }
        return (parts.dropLast(2) + ["share", "radiospiral", "Stations.json"]).joined(separator: "/")
    }
}

/// The directories of a user's files, by the XDG base directory specification, each with our own folder in it.
enum BaseDirectory {
    /// Settings, which a person writes.
    case configuration
    /// What the program remembers.
    case state

    /// The directory, `nil` where the environment names neither it nor a home. Relative paths are not heeded, as the
    /// specification demands.
    func path(environment: [String: String]) -> String? {
        let (variable, standard) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .state: ("XDG_STATE_HOME", ".local/state")
            }
        if let base = environment[variable], base.hasPrefix("/") { return "\(base)/radiospiral" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(standard)/radiospiral"
    }
}
