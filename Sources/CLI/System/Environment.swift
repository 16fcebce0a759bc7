import Glibc

/// The environment variables of this process; empty ones count as absent.
struct Environment: Sendable {
    /// Those that the process was started with; nothing here changes them.
    static let current = Environment()

    /// The variables by which files are found.
    var forFiles: [String: String] {
        let names = ["HOME", "RADIOSPIRAL_STATIONS", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]
        return Dictionary(uniqueKeysWithValues: names.compactMap { name in self[name].map { (name, $0) } })
    }

    /// The value of `name`.
    subscript(name: String) -> String? {
        // Safe: the text is copied at once, and nobody in this process changes the environment.
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
