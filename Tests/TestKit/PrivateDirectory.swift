import Foundation

/// A directory of our own (mode 0700) that is removed, with all that is in it, when the object goes.
package final class PrivateDirectory: Sendable {
    /// Its absolute path; short, so that socket paths below it fit into 107 bytes.
    package let path: String

    /// Makes a directory in the temporary folder.
    package init() throws {
        path = NSTemporaryDirectory() + "radiospiral-test-" + String(UInt32.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The absolute path of `name` in it.
    package func path(of name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(of: name), atomically: true, encoding: .utf8)
        return path(of: name)
    }

    /// Writes a file of bytes and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(of: name)))
        return path(of: name)
    }

    /// The names of the files in it.
    package var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path) } }

    /// The bytes of a file in it.
    package func read(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path(of: name))))
    }
}
