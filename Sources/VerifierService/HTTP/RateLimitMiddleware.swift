import HTTPTypes
import Hummingbird
import MobileDocument
import NetworkAddressing
import Synchronization

/// A token bucket for each client of the routes that anybody may ask. The table is bounded; under a flood of clients the oldest are forgotten.
final class RateLimitMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    private struct Bucket {
        var tokens: Double
        var last: Instant
    }

    private let perMinute: Double
    private let clientHeader: HTTPField.Name?
    private let clock: @Sendable () -> Instant
    private let buckets = Mutex<[[UInt8]: Bucket]>([:])
    private static let maximumClients = 65_536

    init(perMinute: Int, clientHeader: String?, clock: @escaping @Sendable () -> Instant) {
        self.clock = clock
        self.perMinute = Double(perMinute)
        self.clientHeader = clientHeader.flatMap { HTTPField.Name($0) }
    }

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        // The last address is the one the proxy beside us appended; what stands before it is the client's word.
        let told = clientHeader.flatMap { request.headers[values: $0].last?.split(separator: ",").last.map(String.init) }
        guard take(from: Self.client(told ?? context.peer), at: clock()) else {
            throw Problem(.tooManyRequests, "client.tooManyRequests", "too many requests from this client; try again in a while", retryAfter: 10)
        }
        return try await next(request, context)
    }

    /// Whom a rate is counted for; everything that is no address is one client.
    static func client(_ address: String?) -> [UInt8] { address.flatMap { NetworkAddress($0.filter { $0 != " " }) }?.customer ?? [] }

    private func take(from client: [UInt8], at now: Instant) -> Bool {
        buckets.withLock { buckets in
            if buckets.count >= Self.maximumClients, buckets[client] == nil { Self.forgetRested(&buckets, now, perMinute) }
            var bucket = buckets[client] ?? Bucket(tokens: perMinute, last: now)
            let elapsed = max(now.secondsSinceEpoch - bucket.last.secondsSinceEpoch, 0)
            bucket.tokens = min(perMinute, bucket.tokens + Double(elapsed) / 60 * perMinute)
            bucket.last = now
            let isAllowed = bucket.tokens >= 1
            if isAllowed { bucket.tokens -= 1 }
            buckets[client] = bucket
            return isAllowed
        }
    }

    /// Forgets clients whose bucket is full again; all of them if these are few, since looking through the table has its price.
    private static func forgetRested(_ buckets: inout [[UInt8]: Bucket], _ now: Instant, _ perMinute: Double) {
        buckets = buckets.filter { now < $0.value.last.advanced(bySeconds: 60) && $0.value.tokens < perMinute - 1 }
        if buckets.count >= maximumClients / 2 { buckets.removeAll(keepingCapacity: true) }
    }
}
