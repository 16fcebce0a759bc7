import Playback
import RadioCore

/// What `--version` prints: ours first, then the libraries that are in use.
enum VersionText {
    /// A line each.
    static var text: String {
        let all = [(name: OptionTable.program, version: RadioSpiralVersion)] + Player.libraryVersions
        return all.map { "\($0.name) \($0.version)\n" }.joined()
    }
}
