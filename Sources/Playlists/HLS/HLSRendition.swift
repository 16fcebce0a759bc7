/// Sound that belongs to variants and lies apart from them (RFC 8216, 4.3.4.1, TYPE=AUDIO).
package struct HLSRendition: Hashable, Sendable {
    /// The group that variants name.
    package let group: String
    /// What it is called, safe to show.
    package let name: String
    /// Its language (RFC 5646), safe to show.
    package let language: String?
    /// Whether it is the one for listeners who choose none.
    package let isDefault: Bool
    /// Where its media list is: an http or https URL; `nil` when its sound is in the variant's own.
    package let url: String?
}
