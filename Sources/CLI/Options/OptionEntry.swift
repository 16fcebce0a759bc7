/// A row of the option table.
package struct OptionEntry: Sendable {
    /// The long name.
    package let name: OptionName
    /// The letter, where it has one.
    package let letter: Character?
    /// What its value is called in help; `nil` is an option without a value.
    package let value: String?
    /// What it does, on one line.
    package let summary: String
    /// What holds without it, where that is worth saying.
    package let standard: String?

    /// Describes an option.
    init(
        _ name: OptionName, letter: Character? = nil, value: String? = nil, _ summary: String, standard: String? = nil
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.summary = summary
        self.standard = standard
    }

    /// The option as help shows it: `-v, --volume N`.
    package var synopsis: String {
        let short = letter.map { "-\($0), " } ?? "    "
        return short + name.flag + (value.map { " \($0)" } ?? "")
    }
}
