/// Why a text is not JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where reading ended.
    package let position: JSONPosition
    /// What is wrong there, safe to show.
    package let problem: String

    init(at position: JSONPosition, _ problem: String) {
        self.position = position
        self.problem = problem
    }

    /// Place and problem: `line 3, column 5: expected ":", found "}"`.
    package var description: String {
        "line \(position.line), column \(position.column): \(problem)"
    }
}
