import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import VerificationSessions

@testable import VerifierService

@Suite("Webhooks")
struct WebhookTests {
    private final class Receiver: Sendable {
        struct Notice: Sendable {
            let headers: HTTPFields
            let body: Data
        }

        let notices = Mutex<[Notice]>([])
        let statuses: Mutex<[HTTPResponse.Status]>

        init(_ statuses: [HTTPResponse.Status]) { self.statuses = Mutex(statuses) }

        func take(_ notice: Notice) -> HTTPResponse.Status {
            notices.withLock { $0.append(notice) }
            return statuses.withLock { $0.isEmpty ? .ok : $0.removeFirst() }
        }
    }

    @Test("a settled session is told to the configured address, signed, without personal data, and again after a failure")
    func delivered() async throws {
        let receiver = Receiver([.internalServerError])
        let router = Router()
        router.post("hook") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            return Response(status: receiver.take(.init(headers: request.headers, body: Data(body.readableBytesView))))
        }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let server = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: Logger(label: "hook", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            var iterator = ports.makeAsyncIterator()
            let address = try #require(await iterator.next())
            try await run(receiver, "http://127.0.0.1:\(address)/hook")
            group.cancelAll()
            while let _ = try? await group.next() {}
        }
    }

    private func run(_ receiver: Receiver, _ url: String) async throws {
        let secret = [UInt8](repeating: 9, count: 32)
        let world = try await ServiceWorld(extra: [
            "VERIFIER_PRODUCTION": "false", "VERIFIER_WEBHOOK_URL": url, "VERIFIER_WEBHOOK_SECRET": Data(secret).base64EncodedString(),
        ])
        let sender = try #require(world.application.background.lazy.compactMap { $0 as? WebhookService }.first)
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)

            try await sender.deliverDue()
            #expect(receiver.notices.withLock(\.count) == 1)
            // Not due again before the pause has passed.
            try await sender.deliverDue()
            #expect(receiver.notices.withLock(\.count) == 1)
            world.clock.advance(bySeconds: 3)
            try await sender.deliverDue()
            try await sender.deliverDue()

            let notices = receiver.notices.withLock { $0 }
            #expect(notices.count == 2)
            #expect(notices[0].body == notices[1].body)
            let notice = notices[1]
            let id = try #require(notice.headers[HTTPField.Name("webhook-id")!])
            let timestamp = try #require(notice.headers[HTTPField.Name("webhook-timestamp")!].flatMap(Int64.init))
            let signature = try #require(notice.headers[HTTPField.Name("webhook-signature")!])
            let signer = try #require(WebhookSigner(secret: secret))
            let body = Array(notice.body)
            #expect(signer.isValid(signature: signature, id: id, timestamp: timestamp, body: body, at: timestamp))
            #expect(!signer.isValid(signature: signature, id: id, timestamp: timestamp, body: body + [32], at: timestamp))
            #expect(!signer.isValid(signature: signature, id: id, timestamp: timestamp, body: body, at: timestamp + 301))
            let content = try #require(JSONSerialization.jsonObject(with: notice.body) as? [String: String])
            #expect(content["session"] == session && content["status"] == "verified" && content["reference"] == "order-1")
            #expect(SampleValues.canaries.allSatisfy { !String(decoding: notice.body, as: UTF8.self).contains($0) })
        }
    }
}
