import Glibc
import RadioCore

/// `radiospiral ctl`; blocks its thread while it waits for the player.
enum CtlCommand {
    /// For how many seconds an answer is waited for: a player that was stopped gives none.
    private static let patience = 5

    /// Has a player carry out a command, and returns the exit status.
    static func run(_ options: ControlOptions) -> Int32 {
        guard let descriptor = connect(options.instance) else {
            let name = options.instance.map { " named \($0)" } ?? ""
            return Complaint.print("no player\(name) is running", status: ExitStatus.unavailable)
        }
        defer { close(descriptor) }
        var lines = LineReader(descriptor: descriptor)
        Descriptor.writeAll(ControlRequest(command: options.command).line + "\n", to: descriptor)
        guard let line = lines.next() else {
            let reason = "the player does not answer: it has ended, or was stopped"
            return Complaint.print(reason, status: ExitStatus.unavailable)
        }
        guard let reply = try? JSONReader.read(line).object, reply["ok"]?.bool == true else { return refused(line) }
        switch options.command {
        case .perform: break
        case .status: printStatus(reply, json: options.json)
        case .events:
            UnixSocket.setPatience(0, of: descriptor)
            while let line = lines.next(), printLine(line) {}
        }
        return ExitStatus.done
    }

    private static func connect(_ instance: String?) -> Int32? {
        let directory = ControlDirectory.ours
        guard (try? directory.check()) != nil else { return nil }
        let paths = instance.map { [directory.socket(of: $0)] } ?? directory.sockets()
        for path in paths {
            guard let descriptor = try? UnixSocket.connect(to: path, patience: patience) else { continue }
            if UnixSocket.peerIsOurs(descriptor) { return descriptor }
            close(descriptor)
        }
        return nil
    }

    private static func refused(_ line: [UInt8]) -> Int32 {
        let reason = (try? JSONReader.read(line))?["error"]?.string ?? "the player's answer makes no sense"
        return Complaint.print(reason, status: ExitStatus.refused)
    }

    private static func printStatus(_ reply: JSONObject, json: Bool) {
        var object = JSONObject()
        for member in reply.members where member.key != "ok" { object.set(member.key, member.node.value) }
        let lines = json ? [JSONWriter.compact(object)] : DetailLines.lines(ofStatus: object)
        Descriptor.writeAll(lines.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
    }

    private static func printLine(_ line: [UInt8]) -> Bool {
        Descriptor.writeAll(String(decoding: line, as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }
}

/// Takes lines from a socket, waiting for them. An endless line ends it.
struct LineReader {
    /// How many bytes a line of a player has at most.
    private static let longest = 1 << 20

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Reads from `descriptor`, which somebody else owns.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line without its end, or `nil` at the end.
    mutating func next() -> [UInt8]? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return Array(received[..<end])
            }
            guard received.count <= Self.longest else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            // Safe: the array is as long as is told.
            let count = unsafe read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            received += bytes[..<count]
        }
    }
}
