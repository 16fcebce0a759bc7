package import RadioCore

/// One GET request, and how patiently its answer is waited for.
package struct HTTPRequest: Sendable {
    /// How long each part of an exchange may take.
    package struct Limits: Hashable, Sendable {
        /// From the start, or from a redirect, until there is a connection.
        package var connect: Duration
        /// From the start, or from a redirect, until the first byte of the answer.
        package var firstByte: Duration
        /// Between two pieces of the body.
        package var stall: Duration

        /// The limits that suit a live stream.
        package init(
            connect: Duration = .seconds(10), firstByte: Duration = .seconds(15), stall: Duration = .seconds(10)
        ) {
            self.connect = connect
            self.firstByte = firstByte
            self.stall = stall
        }
    }

    /// An http or https URL; may hold user and password.
    package var url: String
    /// Header fields besides the usual ones. One with a control character in it is left out.
    package var headers: [String: String]
    /// A plain product token; servers tell browsers other things than players.
    package var userAgent: String
    /// Certificates to trust besides the system's; `nil`: the file named by `SSL_CERT_FILE`, if any.
    package var caFile: String?
    /// Whether a redirect may lead from https to http.
    package var allowHTTPDowngrade: Bool
    /// Whether to ask for ICY metadata between the audio bytes.
    package var icy: Bool
    /// Which bytes of the resource are wanted, at least one; `nil` for all of them. A server may send all the same.
    package var range: Range<Int>?
    /// Whether the connection may be one that is there already, and may be kept for the next request. For short answers
    /// that follow each other; a stream wants a connection of its own.
    package var sharesConnection: Bool
    /// How long each part may take.
    package var limits: Limits
    /// Where the transfer's watchdog is entered as a timer.
    package var ledger: Ledger?
    /// The id of the station that it serves, for the ledger.
    package var station: String?

    /// Asks for `url` as an ordinary client.
    package init(
        url: String, headers: [String: String] = [:], userAgent: String? = nil, caFile: String? = nil,
        allowHTTPDowngrade: Bool = false, icy: Bool = false, range: Range<Int>? = nil,
        sharesConnection: Bool = false, limits: Limits = Limits(), ledger: Ledger? = nil,
        station: String? = nil
    ) {
        self.url = url
        self.headers = headers
        self.userAgent = userAgent ?? "radiospiral/\(RadioSpiralVersion)"
        self.caFile = caFile
        self.allowHTTPDowngrade = allowHTTPDowngrade
        self.icy = icy
        self.range = range
        self.sharesConnection = sharesConnection
        self.limits = limits
        self.ledger = ledger
        self.station = station
    }
}
