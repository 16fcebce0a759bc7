/// A master list: the ways in which a stream is offered (RFC 8216, 4.3.4).
package struct HLSMaster: Hashable, Sendable {
    /// How many variants and how many renditions are taken.
    static let most = 200
    /// The most that a station's sound is given, in bit/s: what the best of them send, with room for the container.
    package static let enough = 400_000

    /// The variants in the list's order; never empty.
    package let variants: [HLSVariant]
    /// The renditions of sound, in the list's order.
    package let renditions: [HLSRendition]

    /// What to play: the best sound that is not more than `enough`.
    package func choice() -> HLSChoice {
        choices()[0]
    }

    /// Every variant, the best first, for when one cannot be had.
    ///
    /// What can be played goes before what cannot; sound alone before sound beside a picture, and that before sound
    /// with a picture in one stream. Then the highest rate that is not over `enough`, down to the lowest; then
    /// what is over it, upwards.
    package func choices() -> [HLSChoice] {
        let choices = variants.map(choice)
        let ranks = choices.map(rank)
        return choices.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { choices[$0] }
    }

    private func choice(of variant: HLSVariant) -> HLSChoice {
        let group = renditions.filter { $0.group == variant.audioGroup }
        let rendition = group.first(where: \.isDefault) ?? group.first
        return HLSChoice(
            url: rendition?.url ?? variant.url, variant: variant, rendition: rendition?.url == nil ? nil : rendition)
    }

    /// A number that is the smaller the better the choice is.
    private func rank(_ choice: HLSChoice) -> Int {
        let variant = choice.variant
        let form = variant.isAudioOnly ? 0 : choice.rendition != nil ? 1 : 2
        let rate = min(variant.rate, DecimalNumber.most)
        let isEnough = rate <= Self.enough
        // Each step outweighs every rate.
        let steps = (variant.isPlayable ? 0 : 6) + form * 2 + (isEnough ? 0 : 1)
        return steps * (DecimalNumber.most + 1) + (isEnough ? Self.enough - rate : rate)
    }
}
