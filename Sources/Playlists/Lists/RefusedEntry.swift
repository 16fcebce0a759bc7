/// An entry of a list that is not followed, and why.
package struct RefusedEntry: Hashable, Sendable {
    /// What the list says, without secrets and safe to show.
    package let address: String
    /// Why it is not followed.
    package let refusal: LinkRefusal
}
