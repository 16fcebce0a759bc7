/// A media list to play, and why.
package struct HLSChoice: Hashable, Sendable {
    /// Where it is: the variant's, or its rendition's.
    package let url: String
    /// The variant that it belongs to.
    package let variant: HLSVariant
    /// The rendition that it is, where the variant's sound is apart.
    package let rendition: HLSRendition?
}
