/// A command line taken apart by the table, before its values are read.
struct ParsedArguments {
    /// The values of the options that were given; an option without a value has an empty one. The last one counts.
    private(set) var values: [OptionName: String] = [:]
    /// What is no option.
    private(set) var operands: [String] = []

    /// Takes `arguments` apart by the row of a command.
    init(_ arguments: [String], for command: CommandEntry) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                rest = []
            } else if argument.hasPrefix("--") {
                try takeLong(argument, &rest, command.options)
            } else if argument.hasPrefix("-"), argument != "-" {
                try takeShort(argument, &rest, command.options)
            } else {
                operands.append(argument)
            }
        }
        guard !has(.help) else { return }
        try checkOperands(command)
    }

    /// Whether the option was given.
    func has(_ name: OptionName) -> Bool { values[name] != nil }

    /// The value of an option, read by `read`; `nil` where the option was not given.
    func value<Value>(
        _ name: OptionName, _ read: (String) throws(UsageError) -> Value
    ) throws(UsageError) -> Value? {
        guard let text = values[name] else { return nil }
        do {
            return try read(text)
        } catch {
            throw UsageError("\(name.flag): \(error.description)")
        }
    }

    private mutating func takeLong(
        _ argument: String, _ rest: inout ArraySlice<String>, _ options: [OptionEntry]
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = options.first(where: { $0.name.flag == parts[0] }) else {
            throw .unknown("option", parts[0], among: options.map(\.name.flag))
        }
        try take(option, attached: parts.count > 1 ? parts[1] : nil, &rest)
    }

    /// `-v 70` and `-v70`.
    private mutating func takeShort(
        _ argument: String, _ rest: inout ArraySlice<String>, _ options: [OptionEntry]
    ) throws(UsageError) {
        let letters = argument.dropFirst()
        guard let option = options.first(where: { $0.letter == letters.first }) else {
            throw .unknown("option", argument, among: options.map(\.name.flag))
        }
        let attached = letters.dropFirst()
        try take(option, attached: attached.isEmpty ? nil : String(attached), &rest)
    }

    private mutating func take(
        _ option: OptionEntry, attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let flag = option.name.flag
        guard let value = option.value else {
            guard attached == nil else { throw UsageError("\(flag) takes no value") }
            values[option.name] = ""
            return
        }
        if let attached, !attached.isEmpty {
            values[option.name] = attached
        } else if attached == nil, let next = rest.first, !next.isEmpty, !next.hasPrefix("--") {
            values[option.name] = next
            rest.removeFirst()
        } else {
            throw UsageError("\(flag): a value is missing: \(flag) \(value)")
        }
    }

    private func checkOperands(_ command: CommandEntry) throws(UsageError) {
        if operands.count > command.operandCount.upperBound {
            let extra = operands[command.operandCount.upperBound]
            throw UsageError("\(command.name.rawValue) does not take \(UsageError.quoted(extra))")
        }
        if operands.count < command.operandCount.lowerBound {
            throw UsageError("\(command.name.rawValue): \(command.operands) is missing")
        }
    }
}
