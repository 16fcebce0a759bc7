import Playback
import RadioCore

extension PlayOptions {
    /// Reads the values of a command line.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.init()
        target = try Self.target(arguments)
        stationsFile = arguments.values[.stations]
        volume = try arguments.value(.volume, OptionValue.volume)
        reserve = try arguments.value(.buffer, Self.reserve) ?? reserve
        statsInterval = try arguments.value(.stats, Self.interval)
        giveUp = try arguments.value(.giveUp, Self.giveUp) ?? .usual
        logLevel = try arguments.value(.log, OptionValue.logLevel) ?? logLevel
        instance = try arguments.value(.instance, OptionValue.instance)
        caFile = arguments.values[.caFile]
        (json, noKeys, quiet) = (arguments.has(.json), arguments.has(.noKeys), arguments.has(.quiet))
        allowHTTP = arguments.has(.allowHTTP)
        output = try arguments.value(.output, Self.output) ?? output
        try check(device: arguments.values[.device])
    }

    private mutating func check(device: String?) throws(UsageError) {
        if let device {
            guard case .pulse = output else { throw UsageError("--device goes with --output pulse only") }
            output = .pulse(device: device)
        }
        if json, output == .pipe(path: "-") {
            throw UsageError("--output pipe:- and --json both want stdout: choose one, or pipe:FILE")
        }
    }

    private static func target(_ arguments: ParsedArguments) throws(UsageError) -> Target {
        let option = arguments.values[.station]
        guard let word = arguments.operands.first ?? option else { return .usual }
        guard arguments.operands.isEmpty || option == nil else {
            throw UsageError("--station and \(UsageError.quoted(word)) both name a station: choose one")
        }
        return try target(word)
    }

    /// Ids hold no colon, so that what has one is meant as an address.
    private static func target(_ word: String) throws(UsageError) -> Target {
        guard !word.isEmpty else { throw UsageError("the station is empty: name an id or a URL") }
        guard word.contains(":") else { return .id(word) }
        guard SafeURL.isHTTP(word) else {
            throw UsageError("expected an http or https URL, found \"\(SafeURL.redacted(word))\"")
        }
        return .url(word)
    }

    private static func reserve(_ text: String) throws(UsageError) -> Duration {
        try OptionValue.duration(text, in: .zero ... .seconds(600))
    }

    private static func interval(_ text: String) throws(UsageError) -> Duration {
        try OptionValue.duration(text, in: .milliseconds(100)...DurationText.longest)
    }

    private static func giveUp(_ text: String) throws(UsageError) -> GiveUp {
        text == "never" ? .never : .after(try OptionValue.duration(text, in: .zero...DurationText.longest))
    }

    private static func output(_ text: String) throws(UsageError) -> PlayerConfiguration.Output {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count > 1 ? parts[1] : nil) {
        case ("pulse", nil): return .pulse(device: nil)
        case ("null", nil): return .null
        case ("wav", let file?) where !file.isEmpty: return .wav(path: file)
        case ("pipe", let file?) where !file.isEmpty: return .pipe(path: file)
        case ("wav", _), ("pipe", _): throw UsageError("a file is missing: \(parts[0]):FILE")
        case ("pulse", _), ("null", _): throw UsageError("\(parts[0]) takes no file")
        default: throw .unknown("output", text, among: ["pulse", "null", "wav:FILE", "pipe:FILE"])
        }
    }
}
