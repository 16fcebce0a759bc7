import Playback
import RadioCore

/// A line that comes over the control socket. Pure both ways.
struct ControlRequest: Sendable {
    /// What the answer repeats, if anything.
    var id: JSONValue?
    /// What is asked for.
    var command: ControlCommand

    /// How many bytes a line may have.
    static let longest = 4_096

    /// Asks for `command`.
    init(id: JSONValue? = nil, command: ControlCommand) {
        self.id = id
        self.command = command
    }

    /// Reads a line without its end.
    init(line: some Collection<UInt8>) throws(ControlRefusal) {
        let object: JSONObject
        do {
            guard let read = try JSONReader.read(line, limit: Self.longest).object else {
                throw ControlRefusal("expected a JSON object")
            }
            object = read
        } catch let error as JSONError {
            throw ControlRefusal("not JSON: \(error.description)")
        } catch {
            throw ControlRefusal("expected a JSON object")
        }
        id = object["id"].flatMap(Self.id)
        do {
            command = try ControlCommand(object)
        } catch {
            throw ControlRefusal(error.description, id: id)
        }
    }

    /// The line for a player, without its end.
    var line: String {
        var object = JSONObject()
        object.set("id", id)
        command.add(to: &object)
        return JSONWriter.compact(object)
    }

    /// Numbers and strings are repeated; anything else is not.
    private static func id(_ node: JSONNode) -> JSONValue? {
        switch node.value {
        case .number, .string: node.value
        default: nil
        }
    }
}

/// Why a request was not carried out.
struct ControlRefusal: Error, CustomStringConvertible {
    /// One sentence.
    let description: String
    /// The request's id, where it could be read.
    let id: JSONValue?

    /// Refuses with a sentence.
    init(_ description: String, id: JSONValue? = nil) {
        self.description = description
        self.id = id
    }
}
