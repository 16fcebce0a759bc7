import Glibc
import Playback
import RadioCore

/// The program: a command line in, an exit status out.
public enum RadioSpiral {
    /// Does what `arguments`, which begin with the program's name, ask for. To be called on the main thread, once.
    @MainActor public static func run(_ arguments: [String]) async -> Int32 {
        Descriptor.fillStandard()
        let arguments = Array(arguments.dropFirst())
        guard !arguments.isEmpty else {
            Descriptor.writeAll(HelpText.usage, to: STDERR_FILENO)
            return ExitStatus.usage
        }
        do {
            return await carryOut(try Invocation.parse(arguments))
        } catch {
            return Complaint.print(error.description, status: ExitStatus.usage)
        }
    }

    @MainActor private static func carryOut(_ invocation: Invocation) async -> Int32 {
        switch invocation {
        case .help(let command): return show(command.map(HelpText.text) ?? HelpText.general)
        case .version: return show(VersionText.text)
        case .stations(let file, let json): return StationsCommand.run(file: file, json: json)
        case .ctl(let options): return CtlCommand.run(options)
        case .play(let options): return await PlayCommand(options).run()
        }
    }

    private static func show(_ text: String) -> Int32 {
        Descriptor.writeAll(text, to: STDOUT_FILENO)
        return ExitStatus.done
    }
}
