import AsyncHTTPClient
import Logging
import MobileDocument
import NIOCore
import ServiceLifecycle
import VerificationSessions

/// Delivers queued notices, each until it arrives or was tried often enough. Several instances share one queue.
struct WebhookService: Service {
    let store: any VerificationStore
    let configuration: WebhookConfiguration
    let client: HTTPClient
    let measures: ServiceMeasures
    let logger: Logger
    let clock: @Sendable () -> Instant

    private static let interval = Duration.milliseconds(500)
    private static let leaseSeconds: Int64 = 60
    private static let batch = 16
    private static let timeout = TimeAmount.seconds(10)
    private static let longestPauseSeconds: Int64 = 14_400

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do throws(StoreFailure) { try await deliverDue() } catch {
                    logger.error("\(error.description)", metadata: ["code": .string(error.code)])
                }
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }

    /// Sends what is due now.
    func deliverDue() async throws(StoreFailure) {
        let now = clock()
        let due = try await store.leaseWebhooks(at: now, leaseUntil: now.advanced(bySeconds: Self.leaseSeconds), limit: Self.batch)
        let outcomes = await withTaskGroup(of: (QueuedWebhook, Bool).self) { group in
            for webhook in due { group.addTask { (webhook, await send(webhook)) } }
            return await group.reduce(into: [(QueuedWebhook, Bool)]()) { $0.append($1) }
        }
        for (webhook, isDelivered) in outcomes { try await finish(webhook, isDelivered) }
    }

    private func finish(_ webhook: QueuedWebhook, _ isDelivered: Bool) async throws(StoreFailure) {
        measures.webhook(isDelivered: isDelivered)
        if isDelivered { return try await store.removeWebhook(webhook.id) }
        let attempts = webhook.attempts + 1
        if attempts >= configuration.attempts {
            logger.error("a webhook was given up", metadata: ["webhook": .string(webhook.id), "attempts": .stringConvertible(attempts)])
            return try await store.removeWebhook(webhook.id)
        }
        let pause = min(Int64(1) << min(attempts, 20), Self.longestPauseSeconds)
        try await store.postponeWebhook(webhook.id, attempts: attempts, until: clock().advanced(bySeconds: pause))
    }

    private func send(_ webhook: QueuedWebhook) async -> Bool {
        let timestamp = clock().secondsSinceEpoch
        var request = HTTPClientRequest(url: configuration.url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "webhook-id", value: webhook.id)
        request.headers.add(name: "webhook-timestamp", value: String(timestamp))
        request.headers.add(
            name: "webhook-signature", value: configuration.signer.signature(id: webhook.id, timestamp: timestamp, body: webhook.body))
        request.body = .bytes(ByteBuffer(bytes: webhook.body))
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            return (200..<300).contains(response.status.code)
        } catch {
            logger.debug("a webhook did not arrive", metadata: ["webhook": .string(webhook.id)])
            return false
        }
    }
}
