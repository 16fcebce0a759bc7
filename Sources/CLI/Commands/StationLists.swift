import Glibc
import RadioCore

/// The station list that a command works on.
enum StationLists {
    /// The list in `file`, else in the usual places; `nil` where there is none at all.
    static func load(_ file: String?) throws(StartError) -> StationList? {
        let environment = Environment.current.forFiles
        guard
            let path = file
                ?? StationListLocations.find(
                    environment: environment, executable: executable, exists: { unsafe access($0, F_OK) == 0 })
        else { return nil }
        do {
            return try StationList.read(path: path)
        } catch {
            throw .invalidList(error)
        }
    }

    /// The path of this program.
    private static var executable: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Safe: the array is as long as is told.
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
