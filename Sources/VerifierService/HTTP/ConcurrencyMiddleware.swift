import Hummingbird
import Synchronization

/// Lets a bounded number of requests in at a time and sends the rest away at once, so that a flood is slow for nobody else.
final class ConcurrencyMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    private let limit: Int
    private let count = Mutex(0)

    init(limit: Int) { self.limit = limit }

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        let isIn = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isIn else { throw Problem(.serviceUnavailable, "server.busy", "the service has all the work it takes; try again shortly", retryAfter: 1) }
        defer { count.withLock { $0 -= 1 } }
        return try await next(request, context)
    }
}
