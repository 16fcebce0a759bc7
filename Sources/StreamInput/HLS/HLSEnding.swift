/// How an HLS stream ended.
struct HLSEnding: Sendable {
    /// Why; never a list.
    let outcome: StreamReceiver.Outcome
    /// How long it brought sound; `nil` where it brought none.
    let goodFor: Duration?
    /// How far it came; `nil` where nothing can go on from there.
    let progress: HLSProgress?
}
