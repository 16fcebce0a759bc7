import RadioCore

/// Gets a whole answer into memory, which a limit bounds.
package enum HTTPFetch {
    /// Asks `transport` for what `request` describes; `limit` bytes of body are taken at most.
    ///
    /// Ends within milliseconds, with an error of kind `cancelled`, when the task is cancelled.
    package static func fetch(
        _ request: HTTPRequest, limit: Int, from transport: any HTTPTransport
    ) async throws(HTTPFetchError) -> HTTPFetched {
        let collector = BodyCollector(range: request.range, limit: limit)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { ended in
                collector.onEnd { ended.resume(returning: $0) }
                collector.open(transport.start(request, handler: collector))
            }
        } onCancel: {
            collector.cancel()
        }
        return try result.get()
    }
}
