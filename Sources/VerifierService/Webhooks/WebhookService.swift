import AsyncHTTPClient
import Logging
import MobileDocument
import NIOCore
import ServiceLifecycle
import VerificationSessions
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Delivers queued notices, each until it arrives or was tried often enough. Several instances share one queue.
struct WebhookService: Service {
    /// How sending a notice ended.
    private enum Outcome {
        case delivered
        /// It did not arrive, or was not taken; with the reason, in which nothing of the notice is.
        case failed(String)
        /// The service is to end. That says nothing about the receiver.
        case brokenOff
    }

    /// What has a round look around again.
    private enum Event {
        case sent, rested
    }

    /// A notice's own name for its session in the log.
    private struct Correlation: Decodable {
        let correlationId: String
    }

    let store: any VerificationStore
    let configuration: WebhookConfiguration
    let client: HTTPClient
    let measures: ServiceMeasures
    let logger: Logger
    let clock: @Sendable () -> Instant

    /// Notices that are on their way at the same time.
    static let senders = 32
    private static let interval = Duration.milliseconds(500)
    private static let timeout = TimeAmount.seconds(10)
    /// Far longer than the slowest takes: what is leased is sent at once.
    private static let leaseSeconds: Int64 = 60

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await deliverDue()
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }

    /// Sends what is due, and what becomes due meanwhile, until nothing is left: a receiver that is slow with one notice holds up no other.
    func deliverDue() async {
        await withTaskGroup(of: Event.self) { group in
            var (sending, looks, mayBeMore, isResting) = (0, true, false, false)
            while true {
                if looks {
                    let free = Self.senders - sending
                    let due = await lease(free)
                    for webhook in due {
                        group.addTask {
                            await deliver(webhook)
                            return .sent
                        }
                    }
                    sending += due.count
                    mayBeMore = due.count == free
                }
                guard sending > 0 else { break }
                if !isResting, !Task.isCancelled {
                    group.addTask {
                        try? await Task.sleep(for: Self.interval)
                        return .rested
                    }
                    isResting = true
                }
                switch await group.next() {
                case .sent?:
                    sending -= 1
                    looks = mayBeMore
                case .rested?, nil:
                    isResting = false
                    looks = sending < Self.senders
                }
                if Task.isCancelled { looks = false }
            }
            group.cancelAll()
        }
    }

    private func lease(_ limit: Int) async -> [QueuedWebhook] {
        let now = clock()
        do throws(StoreFailure) {
            return try await store.leaseWebhooks(at: now, leaseUntil: now.advanced(bySeconds: Self.leaseSeconds), limit: limit)
        } catch {
            tell(error)
            return []
        }
    }

    private func deliver(_ webhook: QueuedWebhook) async {
        let outcome = await send(webhook)
        do throws(StoreFailure) {
            switch outcome {
            case .delivered:
                measures.webhook(isDelivered: true)
                try await store.removeWebhook(webhook.id)
            case .failed(let reason):
                measures.webhook(isDelivered: false)
                try await putOff(webhook, reason)
            case .brokenOff:
                // No attempt: with the last one it would be lost by a restart.
                let now = clock()
                try await store.postponeWebhook(webhook.id, attempts: webhook.attempts, at: now, until: now)
            }
        } catch { tell(error) }
    }

    private func putOff(_ webhook: QueuedWebhook, _ reason: String) async throws(StoreFailure) {
        let attempts = webhook.attempts + 1
        var metadata: Logger.Metadata = [
            "webhook": .string(webhook.id), "attempts": .stringConvertible(attempts), "reason": .string(reason),
        ]
        if let notice = try? JSONDecoder().decode(Correlation.self, from: Data(webhook.body)) { metadata["correlation"] = .string(notice.correlationId) }
        if attempts >= configuration.attempts {
            logger.error("a webhook was given up", metadata: metadata)
            return try await store.removeWebhook(webhook.id)
        }
        logger.warning("a webhook did not arrive", metadata: metadata)
        let pause = min(Int64(1) << min(attempts, 20), QueuedWebhook.longestPause)
        let now = clock()
        try await store.postponeWebhook(webhook.id, attempts: attempts, at: now, until: now.advanced(bySeconds: pause))
    }

    private func tell(_ failure: StoreFailure) { logger.error("\(failure.description)", metadata: ["code": .string(failure.code)]) }

    private func send(_ webhook: QueuedWebhook) async -> Outcome {
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
            return (200..<300).contains(response.status.code) ? .delivered : .failed("status \(response.status.code)")
        } catch {
            if Task.isCancelled { return .brokenOff }
            return .failed(Self.reason(error))
        }
    }
}
