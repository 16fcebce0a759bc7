import Network
import RadioCore
import Rings

/// What an HLS stream is played with.
struct HLSContext: Sendable {
    /// The connection that it is.
    let connection: StreamConnection
    /// The station that it is of.
    let station: Station
    /// The station's name in the ledger.
    let scope: String
    let network: any HTTPTransport
    let caFile: String?
    /// Where the bytes go.
    let buffer: TimeShiftBuffer
    let board: StreamBoard
    let ledger: Ledger
    let log: Log
    let clock: any Clock<Duration>
    /// The time, as the board knows it.
    let elapsed: @Sendable () -> Duration
    let isListenerPaused: @Sendable () -> Bool
    let tell: @Sendable (StreamInputEvent) -> Void
}
