/// One stream, or one further list, that a list leads to.
package struct PlaylistEntry: Hashable, Sendable {
    /// Where it is: an http or https URL, absolute.
    package let url: String
    /// What the list calls it, safe to show.
    package let title: String?
    /// How long it lasts; `nil` for what is live, or where the list does not say.
    package let duration: Duration?
}
