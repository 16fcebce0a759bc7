import Glibc
import RadioCore

/// `radiospiral stations`
enum StationsCommand {
    /// Prints the list, and returns the exit status.
    static func run(file: String?, json: Bool) -> Int32 {
        do throws(StartError) {
            guard let list = try StationLists.load(file) else { throw .noList }
            let lines =
                json
                ? list.stations.enumerated().map { StationTable.json(of: $1, number: $0 + 1) }
                : StationTable.lines(of: list.stations)
            Descriptor.writeAll(lines.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
            return ExitStatus.done
        } catch {
            return Complaint.print(error.message, status: ExitStatus.stationList)
        }
    }
}
