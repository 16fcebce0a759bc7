import Glibc
import RadioCore

/// What a command says before it gives up.
enum Complaint {
    /// Prints one line on stderr, and returns `status`.
    static func print(_ sentence: String, status: Int32) -> Int32 {
        Descriptor.writeAll("\(OptionTable.program): \(SafeText.clean(sentence))\n", to: STDERR_FILENO)
        return status
    }
}
