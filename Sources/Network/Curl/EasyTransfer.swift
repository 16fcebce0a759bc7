import CCurl
import RadioCore

/// One exchange: the owner of libcurl's easy handle and of all that libcurl borrows for it.
///
/// Made, used and dropped on the network thread. libcurl holds this object unretained: the loop keeps it for as long as
/// the handle is in the multi handle, and `deinit` frees the handle before anything that it borrows.
@safe final class EasyTransfer {
    /// What the handler holds it by.
    private let transfer: HTTPTransfer
    let request: HTTPRequest
    private let handler: any HTTPHandler
    private let log: Log
    private let easy: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private let headers: CurlList
    /// With this alias libcurl takes "ICY 404" for 200 too: the code is read from the status line.
    private let aliases = CurlList(["ICY "])
    private let watchdog: LedgerToken?

    private var head = HTTPHead()
    private var hasToldResponse = false
    /// Why we ended it ourselves, when we did.
    private var ownError: NetworkError.Kind?
    /// Whether the handler has refused a piece and not asked for it since.
    private var isPaused = false
    private var watch: TransferWatch
    private var tuning = ReceiveTuning()
    private var firstBody: Duration?
    private var mark = ReceiveMark()

    init(_ transfer: HTTPTransfer, request: HTTPRequest, handler: any HTTPHandler, log: Log) {
        guard let easy = unsafe curl_easy_init() else { preconditionFailure("libcurl gives no handle") }
        self.transfer = transfer
        self.request = request
        self.handler = handler
        self.log = log
        unsafe self.easy = easy
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        headers = CurlList(EasyOptions.headerLines(of: request))
        watchdog = request.ledger?.timer("transfer watch", station: request.station)
        watch = TransferWatch(limits: request.limits, now: Monotonic.now)
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe errorText.deallocate()
    }

    /// Its number.
    var id: Int { transfer.id }

    /// Whether this is the transfer of libcurl's `handle`.
    func owns(_ handle: UnsafeMutableRawPointer) -> Bool { unsafe easy == handle }

    /// Sets the handle up and gives it to `multi`; says why when the request is impossible.
    func begin(on multi: UnsafeMutableRawPointer) -> NetworkError? {
        if let kind = Self.fault(in: request.url) { return error(kind) }
        let options = unsafe EasyOptions(easy: easy)
        options.apply(request)
        options.apply(headers: headers, aliases: aliases)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe CCurl_setPointer(easy, CURLOPT_ERRORBUFFER, errorText)
        unsafe CCurl_setPointer(easy, CURLOPT_HEADERDATA, context)
        unsafe CCurl_setPointer(easy, CURLOPT_WRITEDATA, context)
        unsafe CCurl_setPointer(easy, CURLOPT_SOCKOPTDATA, context)
        unsafe CCurl_setSocketCallback(easy) { context, socket, _ in
            if let context = unsafe context { unsafe EasyTransfer.at(context).mark.note(socket: socket) }
            return CURL_SOCKOPT_OK
        }
        unsafe CCurl_setReceiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe EasyTransfer.at(context).didReceive(line: line)
        }
        unsafe CCurl_setReceiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let body = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe EasyTransfer.at(context).didReceive(body: body)
        }
        let code = unsafe curl_multi_add_handle(multi, easy)
        return code == CURLM_OK ? nil : error(.other)
    }

    /// Takes the handle out of `multi`, after which libcurl calls no more, and tells the handler the end.
    func end(on multi: UnsafeMutableRawPointer, _ reason: NetworkError?) {
        unsafe curl_multi_remove_handle(multi, easy)
        watchdog?.cancel()
        handler.didEnd(reason)
    }

    /// Takes the body again after a pause; says why when that fails.
    func resume() -> NetworkError? {
        guard isPaused else { return nil }
        isPaused = false
        watch.arrived(at: Monotonic.now)
        // The piece that was not taken is handed over again within this call.
        return outcome(of: unsafe curl_easy_pause(easy, CURLPAUSE_CONT))
    }

    /// The end that libcurl's result means; `nil` for a good one.
    func outcome(of code: CURLcode) -> NetworkError? {
        if let ownError { return error(ownError) }
        guard code == CURLE_OK else {
            let kind = NetworkError.Kind(code, systemError: systemError, at: SafeURL.scheme(of: currentURL))
            return error(kind, code: code)
        }
        return nil
    }

    /// An error of this transfer.
    func error(_ kind: NetworkError.Kind, code: CURLcode = CURLE_OK) -> NetworkError {
        // Safe: the buffer is ours and libcurl ends it with a zero.
        let text = unsafe String(cString: errorText)
        let detail = code == CURLE_OK ? "" : text.isEmpty ? CurlLibrary.words(for: code) : text
        return NetworkError(
            kind: kind, operation: hasToldResponse ? "go on receiving" : "open", code: Int(code.rawValue),
            detail: detail, url: request.url)
    }

    /// When to look at the watch again (`nil`: not before something comes), or the error when it has waited for too long.
    func checkWatch(at now: Duration) -> Result<Duration?, NetworkError> {
        if watch.isQuiet(at: now) { mark.apply(false) }
        switch watch.verdict(at: now) {
        case .rest:
            return .success(nil)
        case .wait(let until):
            return .success(until)
        case .noAnswer:
            watchdog?.fire()
            return .failure(error(.timedOut))
        case .stalled:
            watchdog?.fire()
            return .failure(error(.stalled))
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> EasyTransfer {
        // Safe: libcurl hands back what `begin` gave it, while the loop keeps the object.
        unsafe Unmanaged<EasyTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private static func fault(in url: String) -> NetworkError.Kind? {
        guard url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f }) else { return .invalidURL }
        guard let scheme = SafeURL.scheme(of: url) else { return .invalidURL }
        return scheme == "http" || scheme == "https" ? nil : .unsupportedScheme
    }

    private var systemError: Int {
        var number = 0
        unsafe CCurl_getLong(easy, CURLINFO_OS_ERRNO, &number)
        return number
    }

    // MARK: What libcurl calls

    private func didReceive(line: UnsafeRawBufferPointer) -> Int {
        guard head.take(line: unsafe Array(line)) else { return fail(.malformed) }
        guard head.isComplete else { return line.count }
        if (300..<400).contains(head.status), let location = head.location {
            watch.redirected(at: Monotonic.now)
            return isDowngrade(location) ? fail(.redirectToHTTP) : line.count
        }
        return head.status < 200 || tellResponse() == .proceed ? line.count : fail(.cancelled)
    }

    private func didReceive(body: UnsafeRawBufferPointer) -> Int {
        guard body.count > 0 else { return 0 }
        switch handler.didReceive(body: unsafe body.bytes, of: transfer) {
        case .proceed:
            noteArrival(of: body.count)
            return body.count
        case .pause:
            isPaused = true
            watch.rest()
            return Int(CURL_WRITEFUNC_PAUSE)
        case .stop:
            return fail(.cancelled)
        }
    }

    /// Makes libcurl give up: it takes any count but the one it gave as a failure.
    private func fail(_ kind: NetworkError.Kind) -> Int {
        ownError = kind
        return 0
    }

    private func isDowngrade(_ location: String) -> Bool {
        guard !request.allowHTTPDowngrade, SafeURL.scheme(of: location) == "http" else { return false }
        return SafeURL.scheme(of: currentURL) == "https"
    }

    /// The URL that redirects have led to so far.
    private var currentURL: String { text(CURLINFO_EFFECTIVE_URL) ?? request.url }

    /// Tells the final head once; lines behind a body, which a chunked one may have, are no head.
    private func tellResponse() -> HTTPBodyVerdict {
        guard !hasToldResponse else { return .proceed }
        hasToldResponse = true
        watch.arrived(at: Monotonic.now)
        let url = currentURL
        log(.debug, "\(SafeURL.redacted(url)) answers \(head.status)")
        return handler.didReceive(response: HTTPResponse(status: head.status, url: url, fields: head.fields))
    }

    private func text(_ info: CURLINFO) -> String? {
        var text: UnsafePointer<CChar>?
        unsafe CCurl_getString(easy, info, &text)
        // Safe: libcurl's string, copied before anything else is called.
        return unsafe text.map { unsafe String(cString: $0) }
    }

    // MARK: Wakeups

    private func noteArrival(of count: Int) {
        let now = Monotonic.now
        let start = firstBody ?? now
        firstBody = start
        watch.arrived(at: now)
        // A connection that others will have as well keeps no mark of this one's.
        guard !request.sharesConnection else { return }
        if let bytes = tuning.arrived(count, at: now - start) { mark.set(bytes) }
        mark.apply(true)
    }
}
