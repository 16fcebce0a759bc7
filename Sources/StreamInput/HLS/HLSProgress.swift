/// How far an HLS stream has come, so that another connection can go on exactly behind it.
struct HLSProgress: Hashable, Sendable {
    /// The address that its media list was asked for at first.
    let url: String
    /// What comes next.
    let schedule: HLSSchedule
}
