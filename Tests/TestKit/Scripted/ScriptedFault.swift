package import Network

/// Something that goes wrong with a scripted server, or on the way to it, at a moment and for a while.
package struct ScriptedFault: Sendable, Hashable {
    /// What goes wrong.
    package enum Kind: Sendable, Hashable {
        /// The server ends the open connection as if the answer were complete.
        case close
        /// The open connection breaks.
        case reset
        /// The open connection brings nothing; another one would. What is missed comes at the end, if it is still open.
        case stall
        /// The network is gone: the open connection brings nothing, and attempts end so. Goes on like a stall.
        case offline(NetworkError.Kind)
        /// The server is gone: the open connection breaks, and attempts end so.
        case away(NetworkError.Kind)
        /// The open connection breaks, and attempts are answered with a status that brings no stream.
        case answer(status: Int, retryAfter: Int?)
        /// The open connection breaks, attempts are refused, and then the encoder begins anew.
        case restart
        /// The open connection ends, and one made meanwhile begins without a burst.
        case noBurst
        /// The open connection ends, and attempts are answered so late.
        case slow(Duration)
        /// The open connection brings only this share of what it should.
        case trickle(share: Double)
        /// So many bytes in the open connection are replaced by chance.
        case garbage(bytes: Int)
    }

    /// When it begins, from the clock's beginning.
    package var at: Duration
    /// How long it lasts; a moment where it is about the open connection only.
    package var lasts: Duration
    /// What.
    package var kind: Kind

    /// A fault.
    package init(_ kind: Kind, at: Duration, lasts: Duration = .zero) {
        self.kind = kind
        self.at = at
        self.lasts = lasts
    }

    /// Whether it holds at `moment`.
    package func holds(at moment: Duration) -> Bool { at <= moment && moment < at + lasts }

    /// How it ends a connection that is open when it begins, if it does.
    var ending: ConnectionEnding? {
        switch kind {
        case .close, .noBurst, .slow: .complete
        case .reset, .away, .answer, .restart: .broken
        case .stall, .offline, .trickle, .garbage: nil
        }
    }

    /// How a fault ends a connection.
    enum ConnectionEnding: Sendable {
        case complete
        case broken
    }
}
